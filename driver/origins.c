// driver/origins.c - see origins.h. A message that speaks of an option begins with it, and may name
// others: that is enough to find where they stand, whoever complains.
#include "origins.h"
#include "diagnose.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char *now;
static struct given {
  const char *name, *text, *origin; ///< "--seed", "--seed=5", "MCMINI_OPTIONS"
} * given;
static unsigned count;

void origins_begin(const char *origin) { now = origin; }

static void forget(const char *name) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++)
    if (strcmp(given[i].name, name) != 0)
      given[kept++] = given[i];
  count = kept;
}

void origins_note(const char *name, const char *word, bool is_list) {
  char *dashed = format_text("--%s", name);
  if (!is_list)
    forget(dashed);
  if (!now) {
    free(dashed);
    return;
  }
  given = reallocarray(given, count + 1, sizeof *given);
  if (!given)
    internal_fault("out of memory");
  char *text = word ? format_text("--%s=%s", name, word) : dashed;
  given[count++] = (struct given){dashed, text, now};
}

/// `at` begins with `text`, and that is no part of a longer word.
static bool names(const char *at, const char *text) {
  const size_t length = strlen(text);
  return !strncmp(at, text, length) && !isalnum((unsigned char)at[length]) && at[length] != '-';
}

/// The option with which the message begins, if possible with its value.
static const struct given *subject_of(const char *message) {
  const struct given *subject = NULL;
  for (unsigned i = 0; i < count; i++)
    if (names(message, given[i].text) || (!subject && names(message, given[i].name)))
      subject = &given[i];
  return subject;
}

char *origins_tell(const char *message) {
  if (now)
    return format_text("%s: %s", now, message);
  const struct given *subject = subject_of(message);
  char *text = format_text("%s%s%s", subject ? subject->origin : "", subject ? ": " : "", message);
  for (unsigned i = 0; i < count; i++) {
    const char *at = &given[i] == subject || !*message ? NULL : strstr(message + 1, given[i].text);
    if (!at || !names(at, given[i].text))
      continue;
    char *longer = format_text("%s (%s stands in %s)", text, given[i].text, given[i].origin);
    free(text);
    text = longer;
  }
  return text;
}
