// driver/code_answer.c - see code_answer.h. The path is the program's: a relative one counts from
// where the program is now.
#include "code_answer.h"
#include "code_cache.h"
#include <limits.h>
#include <linux/futex.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

bool code_is_asked(const struct launch *launch) {
  const struct mc_code_question *question = &launch->session->code;
  return question->asked != question->answered;
}

void code_answer(const struct launch *launch) {
  struct mc_code_question *question = &launch->session->code;
  char path[MC_SESSION_PATH + 64];
  if (!code_is_asked(launch))
    return;
  const uint32_t asked = question->asked;
  question->path[MC_SESSION_PATH - 1] = 0;
  if (!*question->path)
    snprintf(path, sizeof path, "/proc/%d/exe", (int)launch->trunk);
  else if (*question->path != '/')
    snprintf(path, sizeof path, "/proc/%d/cwd/%s", (int)launch->trunk, question->path);
  else
    snprintf(path, sizeof path, "%s", question->path);
  question->sites = code_cache_find(path, question->is_plain, question->site,
                                    MC_SESSION_MAX_CODE_SITES, &question->is_partial);
  question->answered = asked;
  syscall(SYS_futex, &question->answered, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}
