// What exit does, handlers and destructors of static objects, runs beside the threads that are left. A
// detached worker still uses what they destroy: the schedules in which the handler comes first are
// hidden where the exit is one step. The twin waits for the worker first.
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: not %mcmini -k %t mutex | FileCheck --check-prefix=MUTEX %s
// MUTEX: use of a mutex after its destroy
// RUN: not %mcmini -k %t heap | FileCheck --check-prefix=HEAP %s
// HEAP: {{data race|use of freed memory}}
// RUN: not %mcmini -k %t vector | FileCheck --check-prefix=VECTOR %s
// VECTOR: {{data race|use of freed memory}}
// RUN: not %mcmini -k %t quick | FileCheck --check-prefix=MUTEX %s
// A thread_local of the exiting thread is destroyed, too.
// RUN: not %mcmini -k %t local | FileCheck --check-prefix=HEAP %s
// RUN: %mcmini %t waits | FileCheck --check-prefix=OK %s
// OK: ok: nothing found
// OK: Every schedule of the program was explored.
#include <cstdlib>
#include <cstring>
#include <pthread.h>
#include <semaphore.h>
#include <vector>

static const char *how;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static int *number;
static std::vector<int> &numbers() {
  static std::vector<int> all(100);
  return all;
}
struct Local {
  int *number = new int;
  ~Local() { delete number; }
};
static thread_local Local local;

static void destroy() {
  if (!strcmp(how, "waits"))
    sem_wait(&done);
  pthread_mutex_destroy(&mutex);
}
static void free_it() { free(number); }

static void *work(void *argument) {
  if (!strcmp(how, "heap") || !strcmp(how, "local"))
    *number = 1;
  else if (!strcmp(how, "vector"))
    numbers()[1] = 1;
  else {
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    sem_post(&done);
  }
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argv[argc - 1];
  sem_init(&done, 0, 0);
  number = static_cast<int *>(malloc(sizeof *number));
  if (!strcmp(how, "local"))
    number = local.number;
  if (!strcmp(how, "vector"))
    numbers()[0] = 1;
  if (!strcmp(how, "heap"))
    atexit(free_it);
  if (!strcmp(how, "mutex") || !strcmp(how, "waits"))
    atexit(destroy);
  if (!strcmp(how, "quick"))
    at_quick_exit(destroy);
  pthread_create(&thread, nullptr, work, nullptr);
  pthread_detach(thread);
  if (!strcmp(how, "quick"))
    quick_exit(0);
  return 0;
}
