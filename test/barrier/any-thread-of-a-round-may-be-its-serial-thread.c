// POSIX does not say which thread of a round gets PTHREAD_BARRIER_SERIAL_THREAD. Where the program
// looks at the result (or was not instrumented, so that nobody knows) each one is a class, and nothing
// else is: N threads and R rounds N^R. Threads that do not look are as one: with L of N that look L + 1.
// Where nobody looks there is 1 class. Each
// outcome is found, as it is by the search of all interleavings.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini -q %t 3 2 3 | FileCheck %s --check-prefix=NINE
// RUN: %mcmini -q %t.gcc 3 2 3 | FileCheck %s --check-prefix=NINE
// RUN: %mcmini -q --algorithm=source %t 3 2 3 | FileCheck %s --check-prefix=NINE
// RUN: %mcmini -q --algorithm=dpor %t 3 2 3 | FileCheck %s --check-prefix=NINE
// RUN: %mcmini -q %t 4 1 2 | FileCheck %s --check-prefix=THREE
// RUN: %mcmini -q %t 4 1 1 | FileCheck %s --check-prefix=TWO
// RUN: %mcmini -q %t 4 2 0 | FileCheck %s --check-prefix=ONE
// RUN: %mcmini -q %t 1 2 1 | FileCheck %s --check-prefix=ONE
// NINE: mcmini: ok: nothing found
// NINE: {{^}}9 traces: 9 completed
// NINE: Every schedule of the program
// THREE: {{^}}3 traces: 3 completed
// TWO: {{^}}2 traces: 2 completed
// ONE: {{^}}1 traces: 1 completed
//
// RUN: sh -c 'for serial in 11 12 21 22; do for algorithm in optimal source dpor dfs; do \
// RUN:   %mcmini -q --algorithm=$algorithm %t 2 2 2 $serial; done; done; true' | FileCheck %s
// CHECK-COUNT-16: mcmini: assertion failed: assertion `found != not_this
// CHECK-NOT: nothing found
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { MAX = 8 };
static pthread_barrier_t barrier;
static int rounds, serial[MAX]; // of each round the number of the thread, from 1
static int serials[MAX];

static void *look(void *number) {
  for (int r = 0; r < rounds; r++)
    if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD) {
      serial[r] = 1 + (int)(long)number;
      serials[r]++;
    }
  return NULL;
}

static void *pass(void *unused) {
  for (int r = 0; r < rounds; r++)
    pthread_barrier_wait(&barrier);
  return unused;
}

int main(int argc, char **argv) {
  const int threads = atoi(argv[1]), looking = atoi(argv[3]);
  pthread_t thread[MAX];
  rounds = atoi(argv[2]);
  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  for (long i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, i < looking ? look : pass, (void *)i);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  int found = 0;
  for (int r = 0; r < rounds; r++) {
    assert(serials[r] == 1 || (serials[r] == 0 && looking < threads));
    found = 10 * found + serial[r];
  }
  const int not_this = argc > 4 ? atoi(argv[4]) : -1;
  assert(found != not_this);
  return 0;
}
