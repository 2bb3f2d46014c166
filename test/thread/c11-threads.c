// <threads.h>: threads with results, mutexes of all types, condition variables, call_once, thread
// local storage. 2 sections: 2 traces; 1 more class for each order that can be seen.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini %t mutex | FileCheck %s --check-prefix=MUTEX
// RUN: %mcmini %t.gcc mutex | FileCheck %s --check-prefix=MUTEX
// MUTEX: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t codes | FileCheck %s --check-prefix=CODES
// RUN: %mcmini %t.gcc codes | FileCheck %s --check-prefix=CODES
// CODES: ok: nothing found
// RUN: not %mcmini %t deadlock | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini %t.gcc deadlock | FileCheck %s --check-prefix=DEADLOCK
// DEADLOCK: deadlock: 1 thread waits
// DEADLOCK: waits to be woken at changed
#include <assert.h>
#include <string.h>
#include <threads.h>
#include <time.h>

static mtx_t lock;
static cnd_t changed;
static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int ready, calls;
static const char *how;

static void function(void) {
  calls++;
}

static int section(void *argument) {
  mtx_lock(&lock);
  mtx_unlock(&lock);
  return (int)(long)argument;
}

static int signaller(void *argument) {
  call_once(&once, function);
  tss_set(key, argument);
  assert(tss_get(key) == argument);
  mtx_lock(&lock);
  ready = 1;
  if (strcmp(how, "deadlock"))
    cnd_signal(&changed);
  mtx_unlock(&lock);
  thrd_exit((int)(long)argument);
}

static void codes(void) {
  mtx_t own;
  struct timespec second;
  timespec_get(&second, TIME_UTC);
  second.tv_sec++;
  assert(mtx_init(&own, mtx_timed | mtx_recursive) == thrd_success);
  assert(mtx_lock(&own) == thrd_success && mtx_trylock(&own) == thrd_success);
  assert(mtx_timedlock(&own, &second) == thrd_success);
  for (int i = 0; i < 3; i++)
    assert(mtx_unlock(&own) == thrd_success);
  mtx_destroy(&own);
  mtx_init(&own, mtx_timed);
  mtx_lock(&own);
  assert(mtx_trylock(&own) == thrd_busy && mtx_timedlock(&own, &second) == thrd_timedout);
  mtx_unlock(&own);
  assert(thrd_equal(thrd_current(), thrd_current()));
  thrd_yield();
}

int main(int argc, char **argv) {
  thrd_t thread[3];
  int result;
  how = argv[argc - 1];
  mtx_init(&lock, mtx_plain);
  cnd_init(&changed);
  tss_create(&key, NULL);
  if (!strcmp(how, "mutex")) {
    for (long i = 0; i < 3; i++)
      thrd_create(&thread[i], section, (void *)i);
    for (int i = 0; i < 3; i++)
      assert(thrd_join(thread[i], &result) == thrd_success && result == i);
    return 0;
  }
  thrd_create(&thread[0], signaller, (void *)5);
  call_once(&once, function);
  if (!strcmp(how, "codes"))
    codes();
  mtx_lock(&lock);
  while (!ready)
    cnd_wait(&changed, &lock);
  mtx_unlock(&lock);
  assert(thrd_join(thread[0], &result) == thrd_success && result == 5 && calls == 1);
  return 0;
}
