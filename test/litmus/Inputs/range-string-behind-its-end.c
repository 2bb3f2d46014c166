// NO RACE: strlen does not read behind the end of the string.
#include "litmus.h"

static char text[16] = "one";

THREAD(writer) {
  text[4] = 'x';
  return NULL;
}
THREAD(reader) {
  use((long)strlen(text));
  return NULL;
}

int main(void) { run(writer, reader); }
