// TCP: one end writes twice while the other is closed, without having read. Closed before the first
// write: that is lost, and the second one is a broken pipe. Closed between the two, or behind both:
// there is something unread, which resets the connection: the second write, or the read, is told so.
// 3 places of the close among the two writes and the read, which is behind them: 3 traces; behind the
// read there is none, as it waits.
//
// RUN: %clang -O1 -w %s -o native -lpthread && ./native
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// RUN: not %mcmini %t 1 | FileCheck --check-prefix=SECOND %s
// RUN: not %mcmini %t 2 | FileCheck --check-prefix=SECOND %s
// RUN: not %mcmini %t 3 | FileCheck --check-prefix=SECOND %s
// CHECK: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
// SECOND: assertion failed
#include "Inputs/loopback.h"
#include <stdlib.h>

static int ends[2];

static void *closes(void *unused) {
  close(ends[1]);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread;
  char byte;
  signal(SIGPIPE, SIG_IGN);
  make_ends(ends);
  pthread_create(&thread, NULL, closes, NULL);
  assert(write(ends[0], "a", 1) == 1);
  const int second = write(ends[0], "b", 1) == 1 ? 0 : errno;
  const int third = read(ends[0], &byte, 1) == 0 ? 0 : errno;
  pthread_join(thread, NULL);
  assert(second == 0 || second == EPIPE || second == ECONNRESET);
  assert(second ? third == 0 : third == ECONNRESET);
  const int outcome = second == EPIPE ? 1 : second == ECONNRESET ? 2 : 3;
  assert(count < 2 || outcome != atoi(argument[1]));
}
