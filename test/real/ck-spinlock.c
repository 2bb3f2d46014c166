// ConcurrencyKit's spin locks (libck-dev), inline assembly in headers: three threads take the lock once.
// The locks FAS and CAS, and CLH's, which waits at the node before its own, have the 3! = 6 traces of a
// mutex. A failed try of DEC changes the word, so it is a step of its own; in Anderson's and MCS's
// what frees the next thread is apart from the word that orders them: more traces, in Anderson's 2 for each
// order, where the second thread or the third looks before it is freed, and gives up. In the ticket lock both
// numbers are in one word, in which f takes a ticket and u gives the lock on: for each of the 3! orders of
// tickets, fufufu, fuffuu, ffuufu, fffuuu, and ffufuu with the second thread's last look at it before or
// after the third f: 36.
// RUN: %S/Inputs/each-ck-lock "%mcmini-cc" "%mcmini" %s %t | FileCheck %s
// CHECK: FAS: 6 traces, ok: nothing found
// CHECK-NEXT: CAS: 6 traces, ok: nothing found
// CHECK-NEXT: DEC: 78 traces, ok: nothing found
// CHECK-NEXT: CLH: 6 traces, ok: nothing found
// CHECK-NEXT: ANDERSON: 18 traces, ok: nothing found
// CHECK-NEXT: MCS: 120 traces, ok: nothing found
// CHECK-NEXT: TICKET: 36 traces, ok: nothing found
#define N 3
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>
#ifdef TICKET
static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
#define LOCK ck_spinlock_ticket_lock(&lock)
#define UNLOCK ck_spinlock_ticket_unlock(&lock)
#elif defined MCS
static ck_spinlock_mcs_t lock;
#define LOCK                                                                                       \
  ck_spinlock_mcs_context_t node;                                                                  \
  ck_spinlock_mcs_lock(&lock, &node)
#define UNLOCK ck_spinlock_mcs_unlock(&lock, &node)
#elif defined CAS
static ck_spinlock_cas_t lock = CK_SPINLOCK_CAS_INITIALIZER;
#define LOCK ck_spinlock_cas_lock(&lock)
#define UNLOCK ck_spinlock_cas_unlock(&lock)
#elif defined DEC
static ck_spinlock_dec_t lock = CK_SPINLOCK_DEC_INITIALIZER;
#define LOCK ck_spinlock_dec_lock(&lock)
#define UNLOCK ck_spinlock_dec_unlock(&lock)
#elif defined CLH
static ck_spinlock_clh_t *lock;
static ck_spinlock_clh_t first, nodes[N];
#define LOCK                                                                                       \
  ck_spinlock_clh_t *node = &nodes[(long)a];                                                       \
  ck_spinlock_clh_lock(&lock, node)
#define UNLOCK ck_spinlock_clh_unlock(&node)
#elif defined ANDERSON
static ck_spinlock_anderson_thread_t slots[4];
static ck_spinlock_anderson_t lock;
#define LOCK                                                                                       \
  ck_spinlock_anderson_thread_t *slot;                                                             \
  ck_spinlock_anderson_lock(&lock, &slot)
#define UNLOCK ck_spinlock_anderson_unlock(&lock, slot)
#else
static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
#define LOCK ck_spinlock_fas_lock(&lock)
#define UNLOCK ck_spinlock_fas_unlock(&lock)
#endif
static int count;
static void *work(void *a) {
  LOCK;
  count++;
  UNLOCK;
  return a;
}
int main(void) {
  pthread_t t[N];
#ifdef CLH
  ck_spinlock_clh_init(&lock, &first);
#elif defined ANDERSON
  ck_spinlock_anderson_init(&lock, slots, 4);
#endif
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], 0, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  assert(count == N);
}
