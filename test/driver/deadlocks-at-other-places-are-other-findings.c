// Two threads wait for ever at two of six places: 15 pairs, 15 findings.
//
// RUN: %mcmini-cc -g -O1 %s -o deadlocks-at-other-places
// RUN: not %mcmini -q -k ./deadlocks-at-other-places | FileCheck %s
// CHECK: Finding 15: deadlock
// CHECK-NOT: Finding 16
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;

static void *body(void *place) {
  switch (*(unsigned *)place) {
  case 0:
    sem_wait(&never);
    break;
  case 1:
    sem_wait(&never);
    break;
  case 2:
    sem_wait(&never);
    break;
  case 3:
    sem_wait(&never);
    break;
  case 4:
    sem_wait(&never);
    break;
  case 5:
    sem_wait(&never);
    break;
  }
  return NULL;
}

int main(void) {
  pthread_t thread;
  unsigned one = mc_choose(5), other = one + 1 + mc_choose(5 - one);
  sem_init(&never, 0, 0);
  pthread_create(&thread, NULL, body, &one);
  body(&other);
}
