// RACE number, word: sscanf stores what it converts, of the word also the zero; `other` is not
// converted, and behind the word nothing is written.
#include "litmus.h"

static const char input[] = "7 word x";
static int number, other;
static char word[16];

THREAD(scans) {
  sscanf(input, "%d%*[ ]%15s %d", &number, word, &other);
  return NULL;
}
THREAD(uses) {
  use(number);
  use(word[4]);
  other = word[5] = 1;
  return NULL;
}

int main(void) { run(scans, uses); }
