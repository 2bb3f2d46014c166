// thpool_pause of cthreadpool-dev sends each worker a signal, and does not wait until its handler
// has begun; a handler that begins after thpool_resume holds its worker for ever.
//
// The handler may begin before any step of the worker, and does so one step earlier in each trace: never; as the worker
// ends; before it unlocks the count of threads, which no longer has it; before it locks that, so that thpool_destroy
// polls for ever (these two are cut by --max-depth); and before it unlocks the queue's semaphore, which thpool_destroy
// then waits for: the fifth is a livelock, because the handler sleeps in a loop.
//
// RUN: %gcc -g -O1 -I/usr/include/cthreadpool %s /usr/share/cthreadpool/thpool.c -o pool -pthread
// RUN: not %mcmini --algorithm=dpor ./pool | FileCheck %s
// RUN: FileCheck --check-prefix=SCHEDULE --input-file=pool.livelock-0001.txt %s
// CHECK: mcmini: livelock
// CHECK: thread 0.1 {{.*}}could go on with sleep
// CHECK: {{^}}5 traces: 2 completed, 0 deadlocked, 1 failed, 2 bounded, 0 dropped
// SCHEDULE: send signals of 0.1
// SCHEDULE: sleep {{.*}}304
#include <stdlib.h>
#include <thpool.h>

static void job(void *done) { *(int *)done = 1; }

int main(void) {
  int done = 0;
  threadpool pool = thpool_init(1);
  thpool_pause(pool);
  thpool_add_work(pool, job, &done);
  thpool_resume(pool);
  thpool_wait(pool);
  if (!done)
    abort();
  thpool_destroy(pool);
  return 0;
}
