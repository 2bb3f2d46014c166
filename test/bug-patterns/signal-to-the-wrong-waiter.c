// One condition variable for two kinds of waiters, and a signal for one thread: the wrong one wakes and
// waits again. RIGHT: a broadcast.
//
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-cc -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include "threads.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int number;

static void *wait_for(void *wanted) {
  pthread_mutex_lock(&lock);
  while (number < (int)(long)wanted)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void *add(void *argument) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&lock);
    number++;
#ifdef RIGHT
    pthread_cond_broadcast(&changed);
#else
    pthread_cond_signal(&changed);
#endif
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t one, two, writer;
  pthread_create(&one, NULL, wait_for, (void *)1);
  pthread_create(&two, NULL, wait_for, (void *)2);
  pthread_create(&writer, NULL, add, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
  pthread_join(writer, NULL);
  return 0;
}
