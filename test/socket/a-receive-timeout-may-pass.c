// SO_RCVTIMEO: a read gets what the other thread writes, or the time is over before: 2 traces.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --algorithm=optimal %t | FileCheck %s
// RUN: not %mcmini %t 1 | FileCheck --check-prefix=SECOND %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK-NEXT: Every schedule of the program was explored.
// SECOND: assertion failed
#include "Inputs/loopback.h"

static int ends[2];

static void *writes(void *unused) {
  assert(write(ends[1], "a", 1) == 1);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread;
  const struct timeval second = {1, 0};
  char byte;
  make_ends(ends);
  assert(setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &second, sizeof second) == 0);
  pthread_create(&thread, NULL, writes, NULL);
  const int got = read(ends[0], &byte, 1);
  assert(got == 1 || errno == EAGAIN);
  pthread_join(thread, NULL);
  assert(count < 2 || got == 1);
}
