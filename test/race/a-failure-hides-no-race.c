// Main fails before the other thread has done anything: in every first schedule, whatever the search. What the
// other thread would do next is a race with what main has read last; so it is explored first, too, and all is well.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k --algorithm=dfs %t | FileCheck %s
// RUN: not %mcmini -k %t crash | FileCheck --check-prefix=CRASH %s
// RUN: not %mcmini -k %t misuse | FileCheck --check-prefix=MISUSE %s
// RUN: not %mcmini %t | FileCheck --check-prefix=FIRST %s
// CHECK: assertion failed: {{.*}}ready
// CHECK: data race: ready: {{(read|write) at .* and (read|write)}}
// CHECK: {{[1-9][0-9]*}} traces: {{[1-9]}}
// CHECK: Every schedule of the program was explored.
// CRASH: crash: {{.*}}SIGSEGV
// CRASH: data race: place: {{(read|write) at .* and (read|write)}}
// CRASH: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// MISUSE: unlock
// MISUSE: data race: ready: {{(read|write) at .* and (read|write)}}
// MISUSE: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// FIRST: assertion failed: {{.*}}ready
// FIRST: The search ended at the first finding
#include <assert.h>
#include <pthread.h>

static int ready;
static int *place, here;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  place = &here;
  ready = 1;
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread;
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_unlock(&mutex);
  if (count == 1)
    assert(ready);
  else if (argument[1][0] == 'c')
    *place = 1;
  else if (!ready)
    pthread_mutex_unlock(&other);
  pthread_join(thread, NULL);
  return 0;
}
