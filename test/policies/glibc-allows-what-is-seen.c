// Three threads wait, numbered as they begin to, and are served at once. In which orders they can
// come back under the policy `glibc`: all six, as were seen natively of semaphores and condition
// variables (docs/policies.md: 108,000 runs of benchmarks/wakeup_order.c).
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c 'for kind in mutex sem cond write; do for order in 123 132 213 231 312 321; do \
// RUN:   $1 -q --policy=mutex=glibc,sem=glibc,cond=glibc,rwlock=glibc $2 $kind $order >said; \
// RUN:   echo "$kind $order: $(grep -c "assertion .order != unwanted. failed" said)"; \
// RUN:   done; done' -- %mcmini %t >seen
// RUN: grep ': [1-9]' seen | count 24
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

enum { N = 3 };
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static sem_t sem;
static char kind;
static int arrived, order;

static void come_back(int number) { order = 10 * order + number; }

/// Numbered under the guard, which a condition wait gives back.
static void *sleep_once(void *argument) {
  pthread_mutex_lock(&guard);
  const int number = ++arrived;
  pthread_cond_wait(&condition, &guard);
  come_back(number);
  pthread_mutex_unlock(&guard);
  return argument;
}

/// Without an enqueue nobody sees in which order the others began to wait: thread i is the i-th.
static void *wait_once(void *argument) {
  const int number = 1 + (int)(long)argument;
  if (kind == 's')
    sem_wait(&sem);
  else if (kind == 'm')
    pthread_mutex_lock(&mutex);
  else
    pthread_rwlock_wrlock(&rwlock);
  pthread_mutex_lock(&guard);
  come_back(number);
  pthread_mutex_unlock(&guard);
  if (kind == 'm')
    pthread_mutex_unlock(&mutex);
  else if (kind == 'w')
    pthread_rwlock_unlock(&rwlock);
  return NULL;
}

static void serve(void) {
  if (kind == 'm')
    pthread_mutex_unlock(&mutex);
  if (kind == 'w')
    pthread_rwlock_unlock(&rwlock);
  for (int i = 0; i < N && kind == 's'; i++)
    sem_post(&sem);
  pthread_mutex_lock(&guard);
  const bool all_wait = arrived == N;
  for (int i = 0; i < N && all_wait; i++)
    pthread_cond_signal(&condition);
  pthread_mutex_unlock(&guard);
  if (kind == 'c' && !all_wait)
    exit(0);
}

int main(int argc, char **argv) {
  const int unwanted = atoi(argv[argc - 1]);
  pthread_t thread[N];
  kind = argv[1][0];
  sem_init(&sem, 0, 0);
  pthread_mutex_lock(&mutex);
  pthread_rwlock_wrlock(&rwlock);
  for (long i = 0; i < N; i++)
    pthread_create(&thread[i], NULL, kind == 'c' ? sleep_once : wait_once, (void *)i);
  serve();
  for (int i = 0; i < N; i++)
    pthread_join(thread[i], NULL);
  assert(order != unwanted);
  return 0;
}
