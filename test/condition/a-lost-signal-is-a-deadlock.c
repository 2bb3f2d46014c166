// A signal that nobody waits for is lost. Two orders of the sections: the waiter first is woken, the
// signaller first leaves it waiting for ever. With a predicate nothing is lost: 2 traces, both good.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: not %mcmini -k %t lost | FileCheck %s --check-prefix=LOST
// RUN: not %mcmini -k %t.gcc lost | FileCheck %s --check-prefix=LOST
// LOST: deadlock: 2 threads wait
// LOST: signal changed -> nobody
// LOST: {{^}}  thread 0.1 (waiter) waits to be woken at changed: nobody has woken it
// LOST-NEXT: a-lost-signal-is-a-deadlock.c:[[@LINE+14]]
// LOST: {{^}}2 traces: 1 completed, 1 deadlocked, 0 failed
// RUN: %mcmini -k %t kept | FileCheck %s --check-prefix=KEPT
// RUN: %mcmini -k %t.gcc kept | FileCheck %s --check-prefix=KEPT
// KEPT: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#include "threads.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int kept, ready;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  if (!(kept && ready))
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *signaller(void *argument) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  kept = argv[argc - 1][0] == 'k';
  in_threads(waiter, signaller);
  return 0;
}
