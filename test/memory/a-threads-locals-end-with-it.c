// A thread shows another one its thread-local variable, and ends: the other one reads it in time, or when it is no
// more. Two orders; the second is a misuse. One order where the thread waits for the reader, or the reader does not
// read; thread-local atomics, and a mutex, as plain variables.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t plain | FileCheck %s
// RUN: not %mcmini -k --threads=kernel %t plain | FileCheck %s
// RUN: not %mcmini -k --algorithm=dfs %t plain | FileCheck %s --check-prefix=MISUSE
// RUN: not %mcmini -k %t atomic | FileCheck %s
// RUN: not %mcmini -k %t mutex | FileCheck %s --check-prefix=MISUSE
// RUN: %mcmini %t waits | FileCheck %s --check-prefix=FINE
// RUN: %mcmini %t none | FileCheck %s --check-prefix=FINE
// MISUSE: a thread-local variable is used of a thread which has ended
// CHECK: a thread-local variable is used of a thread which has ended
// CHECK: 2 traces: 1 completed, 0 deadlocked, 1 failed
// FINE: mcmini: ok
// FINE: 1 traces: 1 completed
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <string.h>

static const char *way;
static sem_t shown, read_;
static _Thread_local int plain = 1;
static _Thread_local atomic_int atomic = 1;
static _Thread_local pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *shown_plain;
static atomic_int *shown_atomic;
static pthread_mutex_t *shown_mutex;

static void *shows(void *unused) {
  shown_plain = &plain;
  shown_atomic = &atomic;
  shown_mutex = &mutex;
  sem_post(&shown);
  if (!strcmp(way, "waits"))
    sem_wait(&read_);
  return unused;
}

int main(int argc, char **argv) {
  int value = 0;
  pthread_t thread;
  way = argv[1];
  sem_init(&shown, 0, 0);
  sem_init(&read_, 0, 0);
  pthread_create(&thread, NULL, shows, NULL);
  sem_wait(&shown);
  if (!strcmp(way, "plain") || !strcmp(way, "waits"))
    value = *shown_plain;
  if (!strcmp(way, "atomic"))
    value = atomic_load(shown_atomic);
  if (!strcmp(way, "mutex"))
    value = pthread_mutex_lock(shown_mutex);
  sem_post(&read_);
  pthread_join(thread, NULL);
  return value > 1;
}
