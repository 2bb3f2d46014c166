// The same program with sem_t and with an eventfd of EFD_SEMAPHORE: as many traces, where the
// semaphore's posts commute, as writes to an eventfd do.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini-cc -g -O1 -DSEMAPHORE %s -o %t.sem
// RUN: %mcmini %t 2 2 | grep traces: >2 && %mcmini --semaphore-dependence=plain %t.sem 2 2 | grep traces: >2s && diff 2 2s
// RUN: %mcmini %t 3 1 | grep traces: >3 && %mcmini --semaphore-dependence=plain %t.sem 3 1 | grep traces: >3s && diff 3 3s
// RUN: FileCheck %s <2 && FileCheck --check-prefix=THREE %s <3
// With 2 and 2: three steps p q (writes) and s t (reads): a read is after one write or both. The
// first read after both writes: 2 orders of the reads; else after p or q alone: 2 x 2 orders. 6.
// CHECK: {{^}}6 traces: 6 completed
// With 3 and 1: the read is after any set of writes but the empty one: 2^3 - 1.
// THREE: {{^}}7 traces: 7 completed
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

static int tokens;
static sem_t semaphore;

static void *give(void *argument) {
#ifdef SEMAPHORE
  sem_post(&semaphore);
#else
  eventfd_write(tokens, 1);
#endif
  return argument;
}

static void *take(void *argument) {
#ifdef SEMAPHORE
  sem_wait(&semaphore);
#else
  uint64_t value;
  assert(read(tokens, &value, sizeof value) == sizeof value && value == 1);
#endif
  return argument;
}

int main(int argc, char **argv) {
  pthread_t threads[8];
  int count = 0;
  sem_init(&semaphore, 0, 0);
  tokens = eventfd(0, EFD_SEMAPHORE);
  for (int i = 0; i < atoi(argv[argc - 2]); i++)
    pthread_create(&threads[count++], NULL, give, NULL);
  for (int i = 0; i < atoi(argv[argc - 1]); i++)
    pthread_create(&threads[count++], NULL, take, NULL);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
}
