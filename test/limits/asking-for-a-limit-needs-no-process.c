// getrlimit is the system call prlimit64, which only asks: traces go on in one process. To set a limit
// outlasts a trace, and takes a process for each. Who sets it first, whether the other has asked before, and
// who locks first: 2 * 2 * 2 traces. What others do within such a limit has one order.
// REQUIRES: snapshots
// RUN: %mcmini-cc -g %s -o %t && %mcmini %t | FileCheck %s
// CHECK-NOT: a process for each trace
// CHECK: {{^}}2 traces: 2 completed
// RUN: not %mcmini %t set | FileCheck %s --check-prefix=SET
// SET: a process for each trace: the program calls prlimit64 in a way that outlasts a trace
// SET: {{^}}8 traces: 8 completed
// SET: Not every schedule of the program was explored: other orders of what threads do by setrlimit.
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sets;

static void *worker(void *argument) {
  struct rlimit limit;
  assert(getrlimit(RLIMIT_STACK, &limit) == 0);
  if (sets)
    assert(setrlimit(RLIMIT_STACK, &limit) == 0);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread;
  (void)argument;
  sets = count > 1;
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
