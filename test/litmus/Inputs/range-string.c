// RACE text: snprintf reads the string.
#include "litmus.h"

static char text[16] = "one";

THREAD(writer) {
  text[1] = 'u';
  return NULL;
}
THREAD(reader) {
  char line[32];
  snprintf(line, sizeof line, "%s", text);
  use(line[0]);
  return NULL;
}

int main(void) { run(writer, reader); }
