// A thread waits for a token that main makes, after it has asked for the value. By default there is
// one class, in which it is 0. With --semaphore-value=waiters main asks before the thread has
// entered the queue, or after: 0 or -1; the enqueue is independent of the post.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini %t 1 | FileCheck %s --check-prefix=GLIBC
// GLIBC: {{^}}1 traces: 1 completed
// RUN: not %mcmini -k --semaphore-value=waiters %t 0 | FileCheck %s --check-prefix=WAITERS
// RUN: not %mcmini -k --semaphore-value=waiters --policy=sem.wait=fifo %t 0 \
// RUN:   | FileCheck %s --check-prefix=WAITERS
// WAITERS: exits with status 100
// WAITERS: exits with status 99
// WAITERS: {{^}}2 traces: 0 completed, 0 deadlocked, 2 failed
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t sem;

static void *waiter(void *argument) {
  sem_wait(&sem);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  int value;
  (void)argc;
  sem_init(&sem, 0, 0);
  pthread_create(&thread, NULL, waiter, NULL);
  sem_getvalue(&sem, &value);
  sem_post(&sem);
  pthread_join(thread, NULL);
  return atoi(argv[1]) ? value : 100 + value;
}
