// To find loops that only wait the pass copies what they call, and what that calls, to six levels. Each level here
// calls the next twelve times, in loops, which would be three million copies: there is a budget, and the
// compiler ends. A loop that may wait
// is copied first: this one is known to wait, behind the others.
// RUN: %mcmini-cc -g -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -O2 %s -o %t && %mcmini %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// main's store, then the load that waits for it.
// CHECK: {{^}}1 traces: 1 completed
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

#define CALL(f) sum += f(x + sum % 3)
#define FOUR(f) CALL(f), CALL(f), CALL(f), CALL(f)
#define LEVEL(f, next)                                                                             \
  static int f(int x) {                                                                            \
    int sum = x;                                                                                   \
    for (int i = 0; i < x; i++)                                                                    \
      FOUR(next), FOUR(next), FOUR(next);                                                          \
    return sum;                                                                                    \
  }

static int last(int x) {
  int sum = 0;
  for (int i = 0; i < x; i++)
    for (int k = 0; k < i; k++)
      sum += i ^ k;
  return sum;
}
LEVEL(f5, last)
LEVEL(f4, f5)
LEVEL(f3, f4)
LEVEL(f2, f3)
LEVEL(f1, f2)
LEVEL(f0, f1)

static int is_set(void) { return atomic_load(&flag) != 0; }

static void *waits(void *argument) {
  int sum = 0, x = 0;
  for (int i = 0; i < 4; i++)
    FOUR(f0), FOUR(f0);
  while (!is_set()) {
  }
  return sum ? &flag : argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, waits, NULL);
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
