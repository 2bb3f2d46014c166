// 7 threads take a mutex, in 5040 orders; in one of them the assertion fails. Some worker comes to it behind the 1000 traces
// that the first trunk runs alone. Its finding is the result: schedule, places and output are those of its trace, which
// can be replayed. A crash is found in the same way, and a misuse.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q --algorithm=pop -j 1 --output-dir=%t.dir %t assert | FileCheck %s --check-prefixes=CHECK,ASSERT
// RUN: not %mcmini -q -j 2 --output-dir=%t.dir %t assert | FileCheck %s --check-prefixes=CHECK,ASSERT
// RUN: not %mcmini -q -j 3 --output-dir=%t.dir %t assert | FileCheck %s --check-prefixes=CHECK,ASSERT
// RUN: not %mcmini replay %t.dir/%name.assertion-0001.trace %t assert | FileCheck %s --check-prefix=AGAIN
// RUN: not %mcmini -q -j 2 --output-dir=%t.dir %t crash | FileCheck %s --check-prefixes=CHECK,CRASH
// RUN: not %mcmini -q -j 3 --output-dir=%t.dir %t wait | FileCheck %s --check-prefixes=CHECK,WAIT
// ASSERT: assertion `!is_last' failed
// CRASH: SIGSEGV
// WAIT: self-deadlock
// CHECK: lock mutex
// CHECK: | the order is there
// CHECK: {{[1-4][0-9][0-9][0-9]}} traces:
// ASSERT-SAME: 0 deadlocked, 1 failed
// CRASH-SAME: 0 deadlocked, 1 failed
// WAIT-SAME: 0 deadlocked, 1 failed
// AGAIN: assertion `!is_last' failed
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 7 };
static const int last[THREADS] = {5, 4, 6, 3, 2, 1, 0};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int order[THREADS], taken;
static char what;

static void fail(bool is_last) {
  if (is_last)
    printf("the order is there\n");
  if (what == 'a')
    assert(!is_last);
  else if (what == 'c' && is_last)
    *(volatile int *)NULL = 1;
  else if (is_last)
    pthread_mutex_lock(&mutex);
}

static void *take(void *number) {
  pthread_mutex_lock(&mutex);
  order[taken++] = (int)(intptr_t)number;
  bool is_last = taken == THREADS;
  for (int i = 0; i < THREADS && is_last; i++)
    is_last = order[i] == last[i];
  fail(is_last);
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[THREADS];
  what = argc > 1 ? *argv[1] : 'a';
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, take, (void *)(intptr_t)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
