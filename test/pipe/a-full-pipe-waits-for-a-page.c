// 16 writes of 3000 bytes use the 16 pages of a pipe, though they are 48000 bytes: another one waits
// until a page has been read, and one of 1000 bytes does not, as the last page has room for it. The
// reader takes the first page, or a byte less: then the writer waits for ever.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini %t 3000 | FileCheck --check-prefix=READ %s
// RUN: not %mcmini %t 2999 | FileCheck --check-prefix=LEFT %s
// RUN: %mcmini %t 0 | FileCheck --check-prefix=END %s
// READ: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// READ-NEXT: Every schedule of the program was explored.
// LEFT: mcmini: deadlock
// LEFT: waits to write pipe 0#{{[0-9]+}}: 45001 bytes, all pages in use, 1 read end and 1 write end open
// END: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// END-NEXT: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

static int ends[2];
static char bytes[4096], taken[4096];

static void *reader(void *argument) {
  const int wanted = atoi(argument);
  assert(read(ends[0], taken, wanted) == wanted);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread;
  const int wanted = atoi(argument[1]);
  pipe(ends);
  for (int i = 0; i < 16; i++)
    assert(write(ends[1], bytes, 3000) == 3000);
  pthread_create(&thread, NULL, reader, argument[1]);
  const int length = wanted ? 3000 : 1000;
  assert(write(ends[1], bytes, length) == length);
  pthread_join(thread, NULL);
}
