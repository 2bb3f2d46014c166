// A thread whose function returns, and that has no value of a key, makes its exit before glibc looks for such
// values; what join gives is then kept by McMini. Whoever has a value is left to glibc: where it has set it in its
// function, in the destructor of a thread-local variable, or behind 40 other keys. If one of these were taken for a
// thread without values, its destructor would not run, and its store before the exit would be in no schedule:
// main then never sees `late` set. (A write over libc's variables still crashes at a thread's end:
// test/executor/a-write-to-variables-of-libc.c.)
// RUN: %mcmini-c++ -g %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini --threads=kernel %t | FileCheck %s
// RUN: %mcmini-c++ -g -DEARLY %s -o %t-early && not %mcmini -k %t-early | FileCheck -check-prefix=EARLY %s
// CHECK: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
// EARLY: assertion failed: assertion `!late' failed
// EARLY: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
#include <atomic>
#include <cassert>
#include <pthread.h>
#include <threads.h>

static pthread_key_t key, many[40], last;
static int destroyed[5];
static std::atomic<int> late;

static void destroy(void *number) {
  destroyed[(long)number] = 1;
  if ((long)number == 4)
    late = 1;
}

struct Sets {
  long number = 0;
  ~Sets() {
    if (number)
      pthread_setspecific(key, (void *)number);
  }
};
static thread_local Sets sets;

static void *returns(void *argument) { return argument; }

static void *has_value(void *number) {
  pthread_setspecific(key, number);
  return number;
}

static void *has_late_value(void *number) {
  sets.number = (long)number;
  return number;
}

static void *has_far_value(void *number) {
  pthread_setspecific(last, number);
  return number;
}

static int returns_int(void *argument) { return *(int *)argument; }

int main() {
  pthread_key_create(&key, destroy);
  for (pthread_key_t &k : many)
    pthread_key_create(&k, nullptr);
  pthread_key_create(&last, destroy);
#ifdef EARLY
  pthread_t thread;
  pthread_create(&thread, nullptr, has_far_value, (void *)4);
  assert(!late);
  pthread_join(thread, nullptr);
#else
  pthread_t thread[5];
  void *result;
  void *(*const function[])(void *) = {returns, has_value, has_late_value, has_far_value, returns};
  for (long i = 0; i < 5; i++)
    assert(pthread_create(&thread[i], nullptr, function[i], (void *)i) == 0);
  for (long i = 0; i < 4; i++) {
    assert(pthread_join(thread[i], &result) == 0 && result == (void *)i);
    assert(destroyed[i] == (i > 0));
  }
  if (pthread_tryjoin_np(thread[4], &result)) // it has ended, or not
    pthread_join(thread[4], &result);
  assert(result == (void *)4);
  thrd_t other;
  int number = 7, status = 0;
  assert(thrd_create(&other, returns_int, &number) == thrd_success);
  assert(thrd_join(other, &status) == thrd_success && status == 7);
#endif
}
