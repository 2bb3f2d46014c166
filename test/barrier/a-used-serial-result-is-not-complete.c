// Which thread gets PTHREAD_BARRIER_SERIAL_THREAD is fixed (the lowest of its round). Where the
// program looks at the result, or was not instrumented so that nobody knows, that is said and the
// verdict is "incomplete"; where the result is not used it is "ok".
// RUN: %mcmini-cc -g -DUSED %s -o %t.used && not %mcmini -q %t.used | FileCheck %s --check-prefix=FIXED
// RUN: %gcc -g -pthread %s -o %t.gcc && not %mcmini -q %t.gcc | FileCheck %s --check-prefix=FIXED
// RUN: %mcmini-cc -g %s -o %t.unused && %mcmini -q %t.unused | FileCheck %s --check-prefix=OK
// FIXED: mcmini: incomplete: nothing found, but a barrier's serial thread was fixed
// FIXED: warning: the thread that gets PTHREAD_BARRIER_SERIAL_THREAD is always the lowest
// FIXED: 1 traces: 1 completed
// OK: mcmini: ok: nothing found
// OK: 1 traces: 1 completed
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t barrier;

static void *meet(void *unused) {
#ifdef USED
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    puts("serial");
#else
  pthread_barrier_wait(&barrier);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&thread, NULL, meet, NULL);
  meet(NULL);
  pthread_join(thread, NULL);
  return 0;
}
