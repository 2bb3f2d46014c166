// The inline assembly of ConcurrencyKit and liburcu has the traces of C11's atomics.
//
// 0: two threads add to x and exchange y: 2 orders of each, all together possible, 4
// 1: store buffering: 2 orders of each pair, but both loads cannot come before both stores, 3
// 2: the same with fences between, which depend on nothing
// 3: two compare-exchanges, of which the second fails, 2
// 4: data is published by a flag: 2, and no race
// 5: three threads wait for an exchange, 3! = 6
// 6: three threads take a ticket and wait for their turn, 3! = 6
// 7: two threads wait for a compare-exchange, 2
// 8: two threads set a bit of x and clear another: one's setting before or after the other's clearing,
//    but not both clearings before both settings, 3
// 9: two threads add, and do not look at the result: 1
//
// RUN: %S/Inputs/each-library "%mcmini-cc" "%mcmini" %s %t 10 | FileCheck %s
// CHECK: case 0: C11 4 CK 4 URCU 4
// CHECK-NEXT: case 1: C11 3 CK 3 URCU 3
// CHECK-NEXT: case 2: C11 3 CK 3 URCU 3
// CHECK-NEXT: case 3: C11 2 CK 2 URCU 2
// CHECK-NEXT: case 4: C11 2 CK 2 URCU 2
// CHECK-NEXT: case 5: C11 6 CK 6 URCU 6
// CHECK-NEXT: case 6: C11 6 CK 6 URCU 6
// CHECK-NEXT: case 7: C11 2 CK 2 URCU 2
// CHECK-NEXT: case 8: C11 3 CK 3 URCU 3
// CHECK-NEXT: case 9: C11 1 CK 1 URCU 1
#include <assert.h>
#include <ck_pr.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <urcu/arch.h>
#include <urcu/uatomic.h>

#define C11 0
#define CK 1
#define URCU 2
#if LIBRARY == C11
typedef _Atomic int word;
#define LOAD(p) atomic_load_explicit(p, memory_order_acquire)
#define STORE(p, v) atomic_store_explicit(p, v, memory_order_release)
#define ADD(p, v) atomic_fetch_add(p, v)
#define INCREASE(p, v) (void)atomic_fetch_add(p, v)
#define EXCHANGE(p, v) atomic_exchange(p, v)
#define COMPARE_EXCHANGE(p, old, new) atomic_compare_exchange_strong(p, &(int){old}, new)
#define OR(p, v) (void)atomic_fetch_or(p, v)
#define AND(p, v) (void)atomic_fetch_and(p, v)
#define FENCE() atomic_thread_fence(memory_order_seq_cst)
#define PAUSE() __builtin_ia32_pause()
#elif LIBRARY == CK
typedef int word;
#define LOAD(p) ck_pr_load_int(p)
#define STORE(p, v) ck_pr_store_int(p, v)
#define ADD(p, v) ck_pr_faa_int(p, v)
#define INCREASE(p, v) ck_pr_add_int(p, v)
#define EXCHANGE(p, v) ck_pr_fas_int(p, v)
#define COMPARE_EXCHANGE(p, old, new) ck_pr_cas_int(p, old, new)
#define OR(p, v) ck_pr_or_int(p, v)
#define AND(p, v) ck_pr_and_int(p, v)
#define FENCE() ck_pr_fence_strict_memory()
#define PAUSE() ck_pr_stall()
#else
typedef int word;
#define LOAD(p) uatomic_read(p)
#define STORE(p, v) uatomic_set(p, v)
#define ADD(p, v) (uatomic_add_return(p, v) - (v))
#define INCREASE(p, v) uatomic_add(p, v)
#define EXCHANGE(p, v) uatomic_xchg(p, v)
#define COMPARE_EXCHANGE(p, old, new) (uatomic_cmpxchg(p, old, new) == (old))
#define OR(p, v) uatomic_or(p, v)
#define AND(p, v) uatomic_and(p, v)
#define FENCE() cmm_smp_mb()
#define PAUSE() caa_cpu_relax()
#endif

static int number, data, sum[2];
static word x, y, turn;

static void buffer(word *mine, word *other, int is_fenced) {
  STORE(mine, 1);
  if (is_fenced)
    FENCE();
  (void)LOAD(other);
}

static void take_lock(void) {
  while (EXCHANGE(&x, 1))
    PAUSE();
  data++;
  STORE(&x, 0);
}

static void take_turn(void) {
  const int mine = ADD(&x, 1);
  while (LOAD(&turn) != mine)
    PAUSE();
  data++;
  STORE(&turn, mine + 1);
}

static void take_by_compare(void) {
  while (!COMPARE_EXCHANGE(&x, 0, 1))
    PAUSE();
  data++;
  STORE(&x, 0);
}

static void *work(void *argument) {
  const int me = (int)(long)argument;
  switch (number) {
  case 0:
    sum[me] = ADD(&x, 1);
    sum[me] += EXCHANGE(&y, me);
    break;
  case 1:
  case 2:
    buffer(me ? &x : &y, me ? &y : &x, number == 2);
    break;
  case 3:
    (void)COMPARE_EXCHANGE(&x, 0, 1);
    break;
  case 4:
    if (me) {
      data = 1;
      STORE(&x, 1);
    } else if (LOAD(&x)) {
      assert(data == 1);
    }
    break;
  case 5:
    take_lock();
    break;
  case 6:
    take_turn();
    break;
  case 7:
    take_by_compare();
    break;
  case 8:
    OR(&x, 3 << 2 * me);
    AND(&x, ~(1 << 2 * me));
    break;
  case 9:
    INCREASE(&x, 1);
    break;
  }
  return NULL;
}

int main(int argc, char **argv) {
  number = argc > 1 ? atoi(argv[1]) : 0;
  const int threads = number == 5 || number == 6 ? 3 : 2;
  pthread_t thread[3];
  for (long i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, work, (void *)i);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  assert(number < 5 || number > 7 || data == threads);
  return 0;
}
