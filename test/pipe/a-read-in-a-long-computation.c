// A program that computes for long is suspected of a busy wait, and run step by step with its memory read-only. A step
// to where McMini looks whether a read may write to the program's memory is no look that has failed: such a read said
// EFAULT.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini -q --isolation=fork %t | FileCheck %s
// RUN: %mcmini -q --isolation=fork --threads=kernel %t | FileCheck %s
// RUN: %mcmini -q %t | FileCheck %s
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static char bytes[100000];

static void *idle(void *argument) { return argument; }

int main(void) {
  int ends[2];
  unsigned x = 1;
  pipe2(ends, O_NONBLOCK);
  for (int i = 0; i < 600000; i++) { // the knocks come after 100, 200, 400 ms
    for (int k = 0; k < 100; k++)
      x = x * 31 + (x >> 3);
    errno = 0;
    assert(read(ends[0], bytes + x % 90000, 1) == -1 && errno == EAGAIN);
  }
  pthread_t thread;
  pthread_create(&thread, NULL, idle, NULL);
  pthread_join(thread, NULL);
  return x == 0;
}
