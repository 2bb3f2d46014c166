// The thread pool of cthreadpool-dev, compiled by gcc and preloaded: with one worker and one job
// the whole search ends without a bound, with 114 traces = 3 * 38.
//
// The pool waits busily for its workers in thpool_init; so every worker waits for a job before main
// goes on. Main's look at the pool in thpool_wait comes before, between or after the two places
// where the worker takes the same lock: 3. Afterwards the worker locks the queue's semaphore, and
// main, in thpool_destroy, posts it again and again, with a look at the clock each time. Every
// tenth is a yield, and the fair rule lets nobody pass a thread in two yields: so the worker comes
// after the k-th post, k from 0 to 19. After 1 to 19 posts it goes on; before the first it waits,
// and then wakes after the first to 19th: 38. With two jobs the first part has 27 outcomes instead
// of 3.
//
// RUN: %gcc -g -O1 -I/usr/include/cthreadpool %s /usr/share/cthreadpool/thpool.c -o pool -pthread
// RUN: not %mcmini --algorithm=dpor ./pool 1 1 | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: not %mcmini --algorithm=dpor ./pool 1 2 | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: not %mcmini --algorithm=dpor --max-traces=500 ./pool 1 3 | FileCheck --check-prefix=BOUND %s
// RUN: not %mcmini --algorithm=dpor --max-traces=500 ./pool 2 1 | FileCheck --check-prefix=BOUND %s
// RUN: not %mcmini --algorithm=dpor --max-traces=500 ./pool 2 3 | FileCheck --check-prefix=BOUND %s
//
// CHECK: mcmini: incomplete: nothing found, but only fair schedules were explored
// CHECK: busy wait thpool.c:{{[0-9]+}} while (thpool_p->num_threads_alive != num_threads) {}
// ONE: {{^}}114 traces: 114 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// TWO: {{^}}1026 traces: 1026 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// BOUND: mcmini: incomplete: nothing found, but {{only fair schedules were explored|a busy wait was taken as waiting}}
// BOUND: {{^}}500 traces: 500 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <pthread.h>
#include <stdlib.h>
#include <thpool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void job(void *number) {
  pthread_mutex_lock(&lock);
  sum += (long)number;
  pthread_mutex_unlock(&lock);
}

int main(int argc, char **argv) {
  const int workers = argc > 1 ? atoi(argv[1]) : 1;
  const long jobs = argc > 2 ? atoi(argv[2]) : 1;
  threadpool pool = thpool_init(workers);
  for (long i = 1; i <= jobs; i++)
    thpool_add_work(pool, job, (void *)i);
  thpool_wait(pool);
  if (sum != jobs * (jobs + 1) / 2)
    abort();
  thpool_destroy(pool);
  return 0;
}
