// With -k a random schedule between the traces meets `reader`, which optimal comes to after hundreds of thousands of traces.
// Then optimal itself meets `writer`, and the search begins anew with `source`. Cut off soon after it has met that again, it
// still has both findings; the first had been lost.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -q -k --estimate=off --max-traces=3600 --json=found.json %t | FileCheck %s
// CHECK: mcmini: 2 findings
// CHECK: Finding 1: assertion failed: assertion `!is_writer_last'
// CHECK: Finding 2: assertion failed: assertion `written > 0' failed in {{.*}} (in a trace before the search began anew)
// CHECK: search source: optimal
// CHECK: Some findings were met before the search began anew, and not again until it was cut off.
// RUN: not %mcmini -q replay %basename_t.tmp.assertion-0002.trace -- %t | FileCheck %s --check-prefix=AGAIN
// AGAIN: mcmini: assertion failed: assertion `written > 0'
// RUN: python3 -c "import json; a, b = json.load(open('found.json'))['findings']; assert not a['is_before_restart'] and b['is_before_restart'] and b['traces'] == 0"
#include <assert.h>
#include <pthread.h>

enum { ROUNDS = 6 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int written, order;

static void enter(int thread) {
  pthread_mutex_lock(&lock);
  order = order * 3 % 6561 + thread;
}

static void *write_all(void *thread) {
  for (int i = 0; i < ROUNDS; i++) {
    enter(thread != 0);
    written++;
    const int is_writer_last = order == 5797;
    assert(!is_writer_last);
    pthread_mutex_unlock(&lock);
  }
  return thread;
}

static void *read_all(void *argument) {
  for (int i = 0; i < ROUNDS; i++) {
    enter(2);
    assert(written > 0);
    pthread_mutex_unlock(&lock);
  }
  return argument;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, write_all, NULL);
  pthread_create(&thread[1], NULL, write_all, &lock);
  pthread_create(&thread[2], NULL, read_all, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
}
