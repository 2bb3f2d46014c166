// What pop reverses it cannot follow where plain code has told a thread what to do next: if `told` is
// still 0, the worker waits for what nobody has posted. The search restarts with optimal, which
// explores all that could be there, and says so.
// RUN: %mcmini-cc -g -O0 %s -o %t
// RUN: %mcmini --races=off --algorithm=pop %t | FileCheck %s
// CHECK: search        optimal: pop cannot follow a value that plain code changes
// CHECK: {{^}}[[TRACES:[0-9]+]] traces: [[TRACES]] completed, 0 deadlocked, 0 failed, 0 bounded
#include <pthread.h>
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

int main(void) {
  pthread_t thread;
  sem_init(&posted, 0, 0);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&both);
  told = 1;
  pthread_mutex_unlock(&both);
  sem_post(&posted);
  pthread_join(thread, NULL);
  return 0;
}
