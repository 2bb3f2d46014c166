// driver/variables.c - see variables.h.
#include "variables.h"
#include "diagnose.h"
#include "options.h"
#include <stdlib.h>
#include <string.h>

bool variables_sample_lint(void) {
  const char *lint = getenv("MCMINI_LINT");
  if (lint && *lint && strcmp(lint, "sampled"))
    usage_error("MCMINI_LINT=%s: expected sampled, or nothing", lint);
  return lint && *lint;
}

void variables_check(char **environment) {
  static const char *const known[] = {"MCMINI_CLANG", "MCMINI_LINT", "MCMINI_OPTIONS",
                                      "MCMINI_SESSION"};
  enum { KNOWN = sizeof known / sizeof *known };
  for (; *environment; environment++) {
    if (strncmp(*environment, "MCMINI_", 7))
      continue;
    char *name = strndup(*environment, strcspn(*environment, "="));
    bool is_known = false;
    for (unsigned i = 0; i < KNOWN; i++)
      is_known |= !strcmp(name, known[i]);
    const char *meant = nearest_word(name, known, KNOWN);
    if (!is_known && meant)
      warn("the variable %s means nothing; did you mean %s?", name, meant);
    else if (!is_known)
      warn("the variable %s means nothing", name);
    free(name);
  }
}
