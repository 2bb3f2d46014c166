// driver/options_elsewhere.c - options that do not stand on the command line: MCMINI_OPTIONS.
#include "diagnose.h"
#include "options_internal.h"
#include "origins.h"
#include <stdlib.h>
#include <string.h>

/// The end of a word's part that begins at `at`: a quoted text, an escaped character, or a plain
/// one; what it stands for is added to `word`.
static const char *take_part(const char *at, char **word) {
  const char quote = *at == '\'' || *at == '"' ? *at : '\0';
  if (!quote) {
    at += *at == '\\';
    if (!*at)
      usage_error("a backslash stands at the end");
    *(*word)++ = *at;
    return at + 1;
  }
  for (at++; *at != quote; at++) {
    at += *at == '\\' && quote == '"' && (at[1] == '"' || at[1] == '\\');
    if (!*at)
      usage_error("a quote (%c) has no end", quote);
    *(*word)++ = *at;
  }
  return at + 1;
}

/// Splits as a shell does that expands nothing. The words and the text that they lie in stay.
static int split(const char *text, char **words) {
  static const char blanks[] = " \t\n\r";
  char *to = allocate(strlen(text) + 1);
  int count = 0;
  for (text += strspn(text, blanks); *text; text += strspn(text, blanks)) {
    words[count++] = to;
    while (*text && !strchr(blanks, *text))
      text = take_part(text, &to);
    *to++ = '\0';
  }
  return count;
}

void options_read_environment(struct options *options) {
  const char *text = getenv("MCMINI_OPTIONS");
  if (!text)
    return;
  origins_begin("MCMINI_OPTIONS");
  char **words = allocate((strlen(text) + 3) * sizeof *words);
  words[0] = "mcmini";
  const int count = split(text, words + 1);
  options_parse_words(options, SOURCE_ENVIRONMENT, 1 + count, words);
  origins_begin(NULL);
}
