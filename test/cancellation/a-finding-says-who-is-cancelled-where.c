// A thread is cancelled while it holds what it has taken out of the queue, and nobody gives it back. The words of the
// report, of --explain, of the trace file; it is replayed, also where a simpler schedule was found.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini --minimise=10000 --explain %t > report && FileCheck %s < report
// CHECK: mcmini: assertion failed: assertion `items == 1 ||{{.*}}' failed
// CHECK: cancel thread 0.1
// CHECK: testcancel thread 0.1 = cancelled
// CHECK: thread 0 cancels a thread: not cancelled -> to be cancelled
// CHECK: thread 0.1 is cancelled at a cancellation point
// RUN: FileCheck %s --check-prefix=TRACE < %name.assertion-0001.trace
// TRACE: option interrupted cancelled-0.1
// TRACE: 0 cancel 0.1
// TRACE: 0.1 testcancel {{.*}}=cancelled
// RUN: not %mcmini replay %name.assertion-0001.trace -- %t | FileCheck %s --check-prefix=REPLAY
// REPLAY: mcmini: assertion failed: assertion `items == 1 ||{{.*}}' failed
// One that waits is cancelled at its operation.
// RUN: not %mcmini --minimise=10000 --explain %t waits | FileCheck %s --check-prefix=WAITS
// WAITS: is cancelled at its "wake {{.*}}"
// WAITS: waits for {{.*}} no more: it is cancelled
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t never = PTHREAD_COND_INITIALIZER;
static int items = 1, waits;

static void unlock(void *nothing) {
  (void)nothing;
  pthread_mutex_unlock(&mutex);
}

static void *work(void *nothing) {
  pthread_mutex_lock(&mutex);
  items--;
  pthread_cleanup_push(unlock, NULL);
  if (waits)
    pthread_cond_wait(&never, &mutex);
  pthread_cleanup_pop(1);
  pthread_testcancel();
  pthread_mutex_lock(&mutex);
  items++;
  pthread_mutex_unlock(&mutex);
  return nothing;
}

int main(int count, char **argument) {
  pthread_t thread;
  (void)argument;
  waits = count > 1;
  pthread_create(&thread, NULL, work, NULL);
  pthread_mutex_lock(&mutex);
  const int is_waiting = waits && items == 0;
  pthread_mutex_unlock(&mutex);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  assert(items == 1 || (waits && !is_waiting));
  return 0;
}
