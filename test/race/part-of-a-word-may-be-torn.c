// A copy of six bytes, a text of seven, are made by several instructions: who reads them meanwhile may see a part.
// Here each is one step, so the verdict is incomplete. An int is copied at once, and one byte is.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini %t struct | FileCheck %s
// RUN: not %mcmini %t text | FileCheck %s
// RUN: not %mcmini %t int | FileCheck %s --check-prefix=WHOLE
// RUN: not %mcmini %t byte | FileCheck %s --check-prefix=WHOLE
// CHECK: data race
// CHECK: Not every schedule of the program was explored: what others see and write in the middle of a racy access
// WHOLE: data race
// WHOLE: {{^}}2 traces: 2 completed
// WHOLE: {{^}}Every schedule of the program was explored.
#include <pthread.h>
#include <string.h>

static const char *what;
static struct three {
  short a, b, c;
} three, ones = {1, 1, 1};
static char text[8];
static int number, one = 1;

static void *writes(void *unused) {
  if (!strcmp(what, "struct"))
    three = ones;
  else if (!strcmp(what, "text"))
    strcpy(text, "sechse");
  else if (!strcmp(what, "int"))
    memcpy(&number, &one, sizeof one);
  else
    text[0] = 'a';
  return unused;
}

int main(int argc, char *argv[]) {
  pthread_t thread;
  struct three seen;
  what = argv[1];
  pthread_create(&thread, NULL, writes, NULL);
  if (!strcmp(what, "struct"))
    seen = three;
  else if (!strcmp(what, "int"))
    memcpy(&seen, &number, sizeof number);
  else
    seen.a = (short)strlen(text);
  pthread_join(thread, NULL);
  return seen.a < 0;
}
