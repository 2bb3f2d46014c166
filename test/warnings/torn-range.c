// A race with a copy or a text: what the other thread sees of it in the middle is not explored, and the verdict says so.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: python3 %S/Inputs/shows.py torn-range %mcmini -k %t
// RUN: not %mcmini -k %t text | FileCheck %s
// RUN: not %mcmini -k %t word | FileCheck --check-prefix=WORD %s
// CHECK: data race
// CHECK: warning: a data race with an access to many bytes, a copy or a text
// CHECK: Not every schedule of the program was explored: what others see and write in the middle
// WORD: data race
// WORD-NOT: warning:
// WORD: Every schedule of the program was explored.
#include <pthread.h>
#include <string.h>

struct pair {
  long first, second;
};

static struct pair shared, source = {1, 1};
static char text[32] = "one, two, three";
static char kind;

static void *writer(void *argument) {
  if (kind == 't')
    text[3] = text[10] = 's';
  else if (kind == 'w')
    shared.first = 1;
  else
    shared = source;
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread;
  struct pair mine = {0, 0};
  long length = 0;
  kind = count > 1 ? argument[1][0] : 'c';
  pthread_create(&thread, NULL, writer, NULL);
  if (kind == 't')
    length = (long)strlen(text);
  else if (kind == 'w')
    mine.first = shared.first;
  else
    mine = shared;
  pthread_join(thread, NULL);
  return (mine.first | mine.second | length) < 0;
}
