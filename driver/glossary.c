// driver/glossary.c - see glossary.h.
#include "glossary.h"
#include "diagnose.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

extern const char mc_glossary[];

/// Does the line begin with "| word |", or "| word, *another* |"?
static bool is_line_of(const char *line, const char *word) {
  const size_t length = strlen(word);
  return !strncmp(line, "| ", 2) && !strncmp(line + 2, word, length) &&
         (line[2 + length] == ',' || !strncmp(line + 2 + length, " |", 2));
}

/// Of its second column.
static char *copy_meaning(const char *line) {
  const char *from = strstr(line, " | ") + 3, *to = strstr(from, " |");
  char *text = format_text("%.*s", (int)(to - from), from), *end = text;
  for (const char *at = text; *at; at++)
    if (*at != '`' && *at != '*')
      *end++ = *at;
  *end = '\0';
  return text;
}

char *glossary_meaning(const char *word) {
  for (const char *line = mc_glossary; line; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (is_line_of(line, word))
      return copy_meaning(line);
  }
  return NULL;
}
