// Locks of the program's own, of C11's read-modify-writes: what gcc makes of them, at each level, has as many traces as
// what the plugin makes, and the same findings. Two locks that wait at futexes, in two orders, and a counter below
// one; a lock that spins and is given back by an exchange; which of two comes first, an assertion about one order.
// RUN: %mcmini-cc -g -O1 %s -o %t && sh %S/Inputs/each.sh "%mcmini" %s %t
// RUN: %gcc -g -O0 %s -o %t.0 -pthread && sh %S/Inputs/each.sh "%mcmini" %s %t.0
// RUN: %gcc -g -O1 %s -o %t.1 -pthread && sh %S/Inputs/each.sh "%mcmini" %s %t.1
// RUN: %gcc -g -O2 %s -o %t.2 -pthread && sh %S/Inputs/each.sh "%mcmini" %s %t.2
// RUN: %gcc -g -O3 -no-pie %s -o %t.3 -pthread && sh %S/Inputs/each.sh "%mcmini" %s %t.3
// ORDERS: mcmini: deadlock: 2 threads wait and none can ever go on
// ORDERS: {{^}}33 traces: 32 completed, 1 deadlocked, 0 failed
// COUNTS: nothing found
// COUNTS: {{^}}8 traces: 8 completed, 0 deadlocked, 0 failed
// FIRST: mcmini: assertion failed
// FIRST: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// SUMS: nothing found
// SUMS: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int a, b, sum;
static int count;

static void lock(atomic_int *m) {
  int expected = 0;
  if (!atomic_compare_exchange_strong(m, &expected, 1))
    while (atomic_exchange(m, 2) != 0)
      syscall(SYS_futex, m, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
}

static void unlock(atomic_int *m) {
  if (atomic_exchange(m, 0) == 2)
    syscall(SYS_futex, m, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void both(atomic_int *first, atomic_int *second) {
  lock(first), lock(second);
  unlock(second), unlock(first);
}

static void increment(void) {
  lock(&a);
  count++;
  unlock(&a);
}

static void *other(void *mode) {
  if (!strcmp(mode, "orders"))
    both(&a, &b);
  if (!strcmp(mode, "counts"))
    increment();
  if (!strcmp(mode, "first"))
    atomic_fetch_add(&a, 1);
  if (!strcmp(mode, "sums"))
    atomic_fetch_add(&sum, 3);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  char *mode = argc == 2 ? argv[1] : "";
  pthread_create(&thread, NULL, other, mode);
  if (!strcmp(mode, "orders"))
    both(&b, &a);
  if (!strcmp(mode, "counts"))
    increment();
  if (!strcmp(mode, "first"))
    assert(atomic_fetch_add(&a, 1) == 0);
  if (!strcmp(mode, "sums"))
    atomic_fetch_sub(&b, 3);
  pthread_join(thread, NULL);
  assert(count == (strcmp(mode, "counts") ? 0 : 2));
  return 0;
}
