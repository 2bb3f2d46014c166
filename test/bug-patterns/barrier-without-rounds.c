// A barrier of a counter: who comes last sets it back to 0, where the others may still wait for it to be
// full; and one that is fast comes a second time and is counted into the first round. RIGHT: counts rounds.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"

enum { THREADS = 2 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER;
static int arrived, round;

static void barrier(void) {
  pthread_mutex_lock(&lock);
  const int mine = round;
  if (++arrived == THREADS) {
    arrived = 0;
    round++;
    pthread_cond_broadcast(&full);
  }
#ifdef RIGHT
  while (round == mine)
#else
  while (mine >= 0 && arrived != 0)
#endif
    pthread_cond_wait(&full, &lock);
  pthread_mutex_unlock(&lock);
}

static void *two_rounds(void *argument) {
  barrier();
  barrier();
  return argument;
}

int main(void) {
  many_threads(THREADS, two_rounds);
  return 0;
}
