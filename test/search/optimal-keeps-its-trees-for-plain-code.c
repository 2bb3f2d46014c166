// Optimal has handed over to pop, which cannot follow what plain code has told a thread to do: the search
// begins anew, and keeps its trees. It has the traces that it has without a hand-over.
// RUN: %mcmini-cc -g -O0 %s -o %t
// RUN: %mcmini --races=off --algorithm=optimal --tree-memory=1 %t | FileCheck %s --check-prefixes=LEFT,CHECK
// RUN: %mcmini --races=off --algorithm=optimal --tree-memory=0 %t | FileCheck %s
// LEFT: search        optimal: pop cannot follow a value that plain code changes
// CHECK: {{^}}512 traces: 512 completed, 0 deadlocked, 0 failed
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>

static pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER, both = PTHREAD_MUTEX_INITIALIZER;
static sem_t posted;
static volatile int told;

static void pass(pthread_mutex_t *mutex) {
  pthread_mutex_lock(mutex);
  pthread_mutex_unlock(mutex);
}

static void *worker(void *unused) {
  pass(&own);
  if (told)
    pass(&both);
  else
    sem_wait(&posted);
  return unused;
}

enum { READERS = 6 };
static atomic_int written;

static void *write_it(void *unused) {
  atomic_store(&written, 1);
  return unused;
}

static void *read_it(void *unused) {
  return atomic_load(&written) ? unused : NULL;
}

int main(void) {
  pthread_t other[READERS + 1];
  for (int i = 0; i <= READERS; i++)
    pthread_create(&other[i], NULL, i ? read_it : write_it, NULL);
  pthread_t thread;
  sem_init(&posted, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&both);
  told = 1;
  pthread_mutex_unlock(&both);
  sem_post(&posted);
  pthread_join(thread, NULL);
  for (int i = 0; i <= READERS; i++)
    pthread_join(other[i], NULL);
  return 0;
}
