// driver/reasons.c - see reasons.h.
#include "reasons.h"
#include "diagnose.h"
#include <stdio.h>
#include <string.h>

enum whose { MC_OURS, MC_USERS, MC_NOBODYS };

static const struct line {
  const char *name, *text, *missing, *remedy;
  enum whose whose;
} lines[] = {
#define MC_WARNING(id, name, text, missing, remedy) {name, text, missing, remedy, MC_OURS},
#define MC_NOTE(id, name, text, reason) {name, text, "", "", MC_NOBODYS},
#define MC_LIMIT(id, name, whose, missing, remedy) {name, "", missing, remedy, whose},
#include <mcmini/warnings.def>
};

/// With `what` in the place of each %s [own: free].
static char *fill_in(const char *text, const char *what) {
  char *result = NULL;
  size_t size;
  FILE *out = open_memstream(&result, &size);
  if (!out)
    internal_fault("out of memory");
  for (const char *rest; (rest = strstr(text, "%s")); text = rest + strlen("%s"))
    fprintf(out, "%.*s%s", (int)(rest - text), text, what);
  fputs(text, out);
  fclose(out);
  return result;
}

void reasons_add(struct reasons *reasons, enum mc_warning line, const char *what) {
  if (lines[line].whose == MC_NOBODYS)
    return;
  for (unsigned i = 0; i < reasons->count; i++)
    if (reasons->reason[i].line == line)
      return;
  reasons->reason[reasons->count++] = (struct reason){.line = line,
                                                      .is_users = lines[line].whose == MC_USERS,
                                                      .missing = fill_in(lines[line].missing, what),
                                                      .remedy = lines[line].remedy};
}

const struct reason *reasons_ours(const struct reasons *reasons) {
  for (unsigned i = 0; i < reasons->count; i++)
    if (!reasons->reason[i].is_users)
      return &reasons->reason[i];
  return NULL;
}

const char *reason_name(enum mc_warning line) { return lines[line].name; }

char *reason_text(enum mc_warning line, const char *what) {
  return fill_in(lines[line].text, what);
}
