// driver/suggest.c - the word that was probably meant: least edit distance (Levenshtein, 1966).
#include "options.h"
#include <stddef.h>
#include <string.h>

enum { LONGEST = 63 };

static unsigned least(unsigned a, unsigned b, unsigned c) {
  unsigned ab = a < b ? a : b;
  return ab < c ? ab : c;
}

static unsigned edit_distance(const char *a, const char *b) {
  unsigned row[LONGEST + 1];
  size_t n = strlen(b);
  for (unsigned j = 0; j <= n; j++)
    row[j] = j;
  for (unsigned i = 1; a[i - 1]; i++) {
    unsigned diagonal = row[0];
    row[0] = i;
    for (unsigned j = 1; j <= n; j++) {
      unsigned replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = least(row[j] + 1, row[j - 1] + 1, replaced);
    }
  }
  return row[n];
}

const char *nearest_word(const char *word, const char *const *candidates, unsigned count) {
  const char *nearest = NULL;
  unsigned length = (unsigned)strlen(word);
  unsigned best = length / 3 + 2; // more than a third of the letters wrong: another word was meant
  for (unsigned i = 0; i < count; i++) {
    if (strlen(candidates[i]) > LONGEST)
      continue;
    unsigned distance = edit_distance(word, candidates[i]);
    if (distance < best) {
      best = distance;
      nearest = candidates[i];
    }
  }
  return nearest;
}
