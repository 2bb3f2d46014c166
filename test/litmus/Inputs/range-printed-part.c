// RACE text, part: %.2s prints two characters, %.*s as many as the argument before says. The other thread
// also writes behind them.
#include "litmus.h"

static char text[16] = "abcd", part[16] = "efgh", behind[16] = "ijkl";

THREAD(prints) {
  char line[64];
  snprintf(line, sizeof line, "%.2s %.*s %.*s %.1s", text, 3, part, 1, behind, behind);
  use(line[0]);
  return NULL;
}
THREAD(writes) {
  text[1] = part[2] = behind[1] = 'x';
  return NULL;
}

int main(void) { run(prints, writes); }
