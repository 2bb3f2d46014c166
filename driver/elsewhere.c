// driver/elsewhere.c - see elsewhere.h.
#include "elsewhere.h"
#include "diagnose.h"
#include "finding.h"
#include "journal.h"
#include "own_file.h"
#include "quote.h"
#include "trials.h"
#include "work.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void elsewhere_tell(const struct result *result) {
  if (result->options->keep_going || result->options->reproducible || // it ends nothing
      result->status != STATUS_FAILED || !result->session->finding_count || !result->trace_file ||
      !result->trace_file[0])
    return;
  char *bytes = NULL;
  size_t room = 0;
  FILE *file = fopen(result->trace_file[0], "re");
  const ssize_t size = file ? getdelim(&bytes, &room, '\0', file) : 0;
  if (file)
    fclose(file);
  if (size > 0)
    journal_tell_finding(result->launch->journal, finding_name(&result->session->finding[0]), bytes,
                         (size_t)size);
  free(bytes);
}

static _Noreturn void become(const struct result *result, char **words) {
  journal_close(result->launch->journal);
  signal(SIGXFSZ, result->launch->size_signal);
  signal(SIGPIPE, result->launch->pipe_signal);
  execv("/proc/self/exe", words);
  internal_fault("/proc/self/exe: %s", strerror(errno));
}

static bool is_nobodys(const struct file_text *old, const struct file_text *new) {
  (void)old, (void)new;
  return false;
}

/// The trace runs here: the report has the threads and places of this machine. What the command
/// line says of the report holds; what it says of the search does not, as it does not stand on it.
static _Noreturn void show(const struct result *result, const struct journal_finding *found) {
  const struct options *o = result->options;
  char *program = own_file_stem(o->output_dir, result->program->path);
  const struct own_file file = {format_text("%s.%s", program, found->kind), ".trace", true,
                                is_nobodys};
  const char *path = own_file_write(&file, &(struct file_text){found->trace, found->bytes});
  if (!path)
    exit(STATUS_USAGE);
  struct words own = {0}, words = {0};
  for (char **word = o->words + 1; *word && word != o->program; word++)
    if (strcmp(*word, "--") != 0)
      words_add(&own, *word);
  const char *before = getenv("MCMINI_OPTIONS");
  setenv("MCMINI_OPTIONS",
         format_text("%s %s", before ? before : "", own.count ? quote_words(own.word) : ""), 1);
  words_add(&words, "mcmini");
  words_add(&words, "replay");
  words_add(&words, path);
  words_add(&words, "--");
  for (char **word = result->program->argv; *word; word++)
    words_add(&words, *word);
  say_error("%s", work_unwritten());
  become(result, words.word);
}

void elsewhere_go_on(const struct result *result) {
  struct journal *journal = result->launch->journal;
  const struct journal_finding found = journal_finding(journal);
  if (found.trace && found.kind[strspn(found.kind, "abcdefghijklmnopqrstuvwxyz-")] == 0)
    show(result, &found);
  if (!journal_is_lost(journal) || result->options->given.timeout)
    return;
  say_error("%s; beginning again", work_unwritten());
  become(result, result->options->words);
}
