// return-codes.c - the interposed functions return what POSIX and glibc say, block where they
// block, and call misuse what is one. One call at a time, by threads that exist in name only.
//
// RUN: %clang -std=c17 -O1 -Wall -Wextra -fexceptions -I%root -I%root/include %s %S/Inputs/stub.c %primitives -o %t
// RUN: %t | FileCheck %s
// CHECK-NOT: expected
// CHECK: {{^}}287 checks, 0 failed
#define _GNU_SOURCE
#include "Inputs/expect.h"
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define MC_PRIMITIVE(name) extern const struct mc_primitive mc_primitive_##name;
#include "../../primitives/primitives.def"
#undef MC_PRIMITIVE

static void mutex_normal(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  EXPECT(0, BY(1, pthread_mutex_lock(&m)));
  EXPECT_TEXT("held by %t1;", stub_print(&mc_primitive_mutex, &m));
  EXPECT(BLOCKED, BY(2, pthread_mutex_lock(&m)));
  EXPECT(EBUSY, BY(2, pthread_mutex_trylock(&m)));
  EXPECT(EBUSY, BY(1, pthread_mutex_trylock(&m)));
  stub_clock = 1000;
  EXPECT(ETIMEDOUT, BY(2, pthread_mutex_timedlock(&m, &deadline)));
  EXPECT(5, (int)(stub_clock / 1000000000));
  EXPECT(EINVAL, BY(2, pthread_mutex_timedlock(&m, &invalid)));
  EXPECT(EINVAL, BY(2, pthread_mutex_clocklock(&m, 77, &deadline)));
  EXPECT(ETIMEDOUT, BY(1, pthread_mutex_timedlock(&m, &deadline)));
  EXPECT_MISUSE("self-deadlock: lock of a mutex by the thread that holds it", 1,
                pthread_mutex_lock(&m));
  EXPECT_MISUSE("unlock of a mutex held by another thread", 2, pthread_mutex_unlock(&m));
  EXPECT_MISUSE("destroy of a mutex that is locked", 1, pthread_mutex_destroy(&m));
  EXPECT(0, BY(1, pthread_mutex_unlock(&m)));
  EXPECT(0, RESUME(2));
  EXPECT(0, BY(2, pthread_mutex_unlock(&m)));
  EXPECT_MISUSE("unlock of a mutex that is not locked", 2, pthread_mutex_unlock(&m));
  EXPECT(0, BY(3, pthread_mutex_timedlock(&m, &invalid)));
  EXPECT(0, BY(3, pthread_mutex_unlock(&m)));
  EXPECT(0, BY(1, pthread_mutex_destroy(&m)));
  EXPECT_MISUSE("use of a mutex after its destroy", 1, pthread_mutex_lock(&m));
  EXPECT(0, BY(1, pthread_mutex_init(&m, NULL)));
  EXPECT(0, BY(1, pthread_mutex_trylock(&m)));
  memset(&m, 0xa5, sizeof m);
  EXPECT_MISUSE("use of a mutex that was not initialised", 1, pthread_mutex_lock(&m));
  m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; // written over: another mutex
  EXPECT(0, BY(4, pthread_mutex_lock(&m)));
}

static void mutex_types(void) {
  static pthread_mutex_t r = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
  static pthread_mutex_t e = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
  static pthread_mutex_t a = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
  EXPECT(0, BY(1, pthread_mutex_lock(&r)));
  EXPECT(0, BY(1, pthread_mutex_lock(&r)));
  EXPECT(0, BY(1, pthread_mutex_trylock(&r)));
  EXPECT(0, BY(1, pthread_mutex_timedlock(&r, &deadline)));
  EXPECT(EPERM, BY(2, pthread_mutex_unlock(&r)));
  for (int i = 0; i < 4; i++) {
    EXPECT(BLOCKED, BY(2, pthread_mutex_lock(&r)));
    EXPECT(0, BY(1, pthread_mutex_unlock(&r)));
  }
  EXPECT(0, RESUME(2));
  EXPECT(EPERM, BY(1, pthread_mutex_unlock(&r)));
  EXPECT(EPERM, BY(1, pthread_mutex_unlock(&e)));
  EXPECT(0, BY(1, pthread_mutex_lock(&e)));
  EXPECT(EDEADLK, BY(1, pthread_mutex_lock(&e)));
  EXPECT(EDEADLK, BY(1, pthread_mutex_timedlock(&e, &deadline)));
  EXPECT(EPERM, BY(2, pthread_mutex_unlock(&e)));
  EXPECT(0, BY(1, pthread_mutex_lock(&a)));
  EXPECT(MISUSE, BY(1, pthread_mutex_lock(&a)));
}

static void die(mc_thread thread, pthread_t name) {
  stub_thread = thread;
  struct mc_operation op;
  mc_thread_exit_operation(&op, mc_thread_object(name), MC_NO_OBJECT);
  EXPECT(0, (int)stub_run(&op));
}

static void mutex_robust(void) {
  static pthread_mutex_t m;
  pthread_mutexattr_t attr;
  pthread_mutexattr_init(&attr);
  pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
  EXPECT(0, BY(0, pthread_mutex_init(&m, &attr)));
  stub_new_thread(101);
  stub_new_thread(102);
  EXPECT(0, BY(1, pthread_mutex_lock(&m)));
  EXPECT(BLOCKED, BY(2, pthread_mutex_lock(&m)));
  EXPECT(EPERM, BY(2, pthread_mutex_unlock(&m)));
  die(1, 101);
  EXPECT_TEXT("free, its owner died", stub_print(&mc_primitive_mutex, &m));
  EXPECT(EOWNERDEAD, RESUME(2));
  EXPECT(EINVAL, BY(3, pthread_mutex_consistent(&m)));
  EXPECT(0, BY(2, pthread_mutex_consistent(&m)));
  EXPECT(EINVAL, BY(2, pthread_mutex_consistent(&m)));
  EXPECT(0, BY(2, pthread_mutex_unlock(&m)));
  EXPECT(0, BY(2, pthread_mutex_trylock(&m)));
  die(2, 102);
  EXPECT(EOWNERDEAD, BY(3, pthread_mutex_timedlock(&m, &deadline)));
  EXPECT(0, BY(3, pthread_mutex_unlock(&m)));
  EXPECT(ENOTRECOVERABLE, BY(4, pthread_mutex_lock(&m)));
  EXPECT(ENOTRECOVERABLE, BY(4, pthread_mutex_trylock(&m)));
  EXPECT_TEXT("not recoverable", stub_print(&mc_primitive_mutex, &m));
  EXPECT(0, BY(4, pthread_mutex_destroy(&m)));
}

static void threads(void) {
  stub_new_thread(111);
  stub_new_thread(112);
  void *value;
  EXPECT(BLOCKED, BY(0, pthread_join(111, &value)));
  EXPECT(EBUSY, BY(0, pthread_tryjoin_np(111, &value)));
  EXPECT(ETIMEDOUT, BY(0, pthread_timedjoin_np(111, &value, &deadline)));
  EXPECT(EINVAL, BY(0, pthread_timedjoin_np(111, &value, &invalid)));
  die(5, 111);
  EXPECT(0, BY(0, pthread_tryjoin_np(111, &value)));
  EXPECT_MISUSE("join of a thread that was joined already", 0, pthread_join(111, &value));
  EXPECT_MISUSE("detach of a thread that was joined already", 0, pthread_detach(111));
  EXPECT(0, BY(0, pthread_detach(112)));
  EXPECT_MISUSE("detach of a thread that was detached already", 0, pthread_detach(112));
  EXPECT(BLOCKED, BY(0, pthread_join(112, &value)));
  die(6, 112);
  EXPECT_MISUSE("join of a detached thread", 0, pthread_join(112, &value));
  EXPECT_MISUSE("join of something that is no thread", 0, pthread_join(999, &value));
  stub_new_thread(pthread_self());
  EXPECT_MISUSE("join of the calling thread itself", 0, pthread_join(pthread_self(), &value));
  EXPECT(0, BY(0, sched_yield()));
  EXPECT_TEXT("yield", stub_operation);
  stub_clock = 0;
  EXPECT(0, BY(0, usleep(3)));
  EXPECT(3000, (int)stub_clock);
  EXPECT(0, BY(0, nanosleep(&(struct timespec){0, 5}, NULL)));
  EXPECT(3005, (int)stub_clock);
  EXPECT(-1, BY(0, nanosleep(&invalid, NULL)));
  EXPECT(EINVAL, BY(0, clock_nanosleep(CLOCK_MONOTONIC, 0, &invalid, NULL)));
  EXPECT(0, BY(0, clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &deadline, NULL)));
  EXPECT(5, (int)(stub_clock / 1000000000));
  EXPECT(0, BY(0, (int)sleep(2)));
  EXPECT(7, (int)(stub_clock / 1000000000));
}

static void semaphores(void) {
  static sem_t s;
  int value = -1;
  EXPECT_MISUSE("use of a semaphore that was not initialised", 0, sem_post(&s));
  EXPECT(0, BY(0, sem_init(&s, 0, 1)));
  EXPECT(-1, BY(0, sem_init(&s, 0, (unsigned)SEM_VALUE_MAX + 1)));
  EXPECT(EINVAL, errno);
  EXPECT(0, BY(1, sem_wait(&s)));
  EXPECT(BLOCKED, BY(2, sem_wait(&s)));
  errno = 0;
  EXPECT(-1, BY(1, sem_trywait(&s)));
  EXPECT(EAGAIN, errno);
  EXPECT(-1, BY(1, sem_timedwait(&s, &deadline)));
  EXPECT(ETIMEDOUT, errno);
  EXPECT(-1, BY(1, sem_clockwait(&s, CLOCK_MONOTONIC, &invalid)));
  EXPECT(EINVAL, errno);
  EXPECT(0, BY(3, sem_post(&s)));
  EXPECT(0, BY(3, sem_post(&s)));
  EXPECT(0, RESUME(2));
  EXPECT(0, BY(3, sem_getvalue(&s, &value)));
  EXPECT(1, value);
  EXPECT(-1, BY(1, sem_timedwait(&s, &invalid)));
  EXPECT(EINVAL, errno);
  EXPECT(0, BY(1, sem_destroy(&s)));
  EXPECT_MISUSE("use of a semaphore after its destroy", 1, sem_wait(&s));
  EXPECT(0, BY(0, sem_init(&s, 0, SEM_VALUE_MAX)));
  EXPECT(-1, BY(0, sem_post(&s)));
  EXPECT(EOVERFLOW, errno);
}

static void rwlocks(void) {
  static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  static pthread_rwlock_t n = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  EXPECT(0, BY(1, pthread_rwlock_rdlock(&l)));
  EXPECT(0, BY(2, pthread_rwlock_tryrdlock(&l)));
  EXPECT(0, BY(1, pthread_rwlock_rdlock(&l)));
  EXPECT_TEXT("read-held by %t1;, %t2;", stub_print(&mc_primitive_rwlock, &l));
  EXPECT(BLOCKED, BY(3, pthread_rwlock_wrlock(&l)));
  EXPECT(EBUSY, BY(3, pthread_rwlock_trywrlock(&l)));
  EXPECT(EBUSY, BY(1, pthread_rwlock_trywrlock(&l)));
  EXPECT(ETIMEDOUT, BY(1, pthread_rwlock_timedwrlock(&l, &deadline)));
  EXPECT(0, BY(1, pthread_rwlock_unlock(&l)));
  EXPECT(0, BY(1, pthread_rwlock_unlock(&l)));
  EXPECT_MISUSE("unlock of a read-write lock that the thread does not hold", 1,
                pthread_rwlock_unlock(&l));
  EXPECT_MISUSE("destroy of a read-write lock that is held", 1, pthread_rwlock_destroy(&l));
  EXPECT(0, BY(2, pthread_rwlock_unlock(&l)));
  EXPECT(0, BY(3, pthread_rwlock_wrlock(&l)));
  EXPECT_TEXT("write-held by %t3;", stub_print(&mc_primitive_rwlock, &l));
  EXPECT(EDEADLK, BY(3, pthread_rwlock_wrlock(&l)));
  EXPECT(EDEADLK, BY(3, pthread_rwlock_rdlock(&l)));
  EXPECT(EDEADLK, BY(3, pthread_rwlock_timedrdlock(&l, &deadline)));
  EXPECT(EBUSY, BY(3, pthread_rwlock_tryrdlock(&l)));
  EXPECT(EBUSY, BY(1, pthread_rwlock_tryrdlock(&l)));
  EXPECT(BLOCKED, BY(1, pthread_rwlock_rdlock(&l)));
  EXPECT(ETIMEDOUT, BY(1, pthread_rwlock_clockrdlock(&l, CLOCK_MONOTONIC, &deadline)));
  EXPECT(EINVAL, BY(1, pthread_rwlock_clockwrlock(&l, CLOCK_MONOTONIC, &invalid)));
  EXPECT(MISUSE, BY(1, pthread_rwlock_unlock(&l)));
  EXPECT(0, BY(3, pthread_rwlock_unlock(&l)));
  EXPECT(0, BY(3, pthread_rwlock_destroy(&l)));
  EXPECT_MISUSE("use of a read-write lock after its destroy", 3, pthread_rwlock_rdlock(&l));
  EXPECT(0, BY(3, pthread_rwlock_wrlock(&n)));
  memset(&n, 0xa5, sizeof n);
  EXPECT_MISUSE("use of a read-write lock that was not initialised", 3, pthread_rwlock_rdlock(&n));
}

static void conditions(void) {
  static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
  EXPECT(0, BY(1, pthread_cond_signal(&c)));
  EXPECT_MISUSE("wait on a condition variable with a mutex that the thread does not hold", 1,
                pthread_cond_wait(&c, &m));
  EXPECT(0, BY(1, pthread_mutex_lock(&m)));
  EXPECT(BLOCKED, BY(1, pthread_cond_wait(&c, &m)));
  EXPECT(0, BY(2, pthread_mutex_lock(&m)));
  EXPECT(BLOCKED, BY(2, pthread_cond_wait(&c, &m)));
  EXPECT_TEXT("waited for by %t1;, %t2;", stub_print(&mc_primitive_condition, &c));
  EXPECT(0, BY(3, pthread_mutex_lock(&n)));
  EXPECT_MISUSE("wait on a condition variable with two mutexes at once", 3,
                pthread_cond_wait(&c, &n));
  EXPECT_MISUSE("destroy of a condition variable on which threads wait", 3,
                pthread_cond_destroy(&c));
  stub_preferred = 1 + 2; // thread 2
  EXPECT(0, BY(3, pthread_cond_signal(&c)));
  EXPECT(3, stub_alternative);
  stub_preferred = 0;
  EXPECT(BLOCKED, RESUME(1));
  EXPECT(0, BY(3, pthread_mutex_lock(&m)));
  EXPECT(BLOCKED, RESUME(2)); // woken, but the mutex is held
  EXPECT(0, BY(3, pthread_cond_broadcast(&c)));
  EXPECT(0, BY(3, pthread_cond_destroy(&c))); // nobody is left in the queue
  EXPECT(0, BY(3, pthread_mutex_unlock(&m)));
  EXPECT(0, RESUME(1));
  EXPECT_TEXT("held by %t1;", stub_print(&mc_primitive_mutex, &m));
  EXPECT(BLOCKED, RESUME(2));
  EXPECT(0, BY(1, pthread_mutex_unlock(&m)));
  EXPECT(0, RESUME(2));
  EXPECT_MISUSE("use of a condition variable after its destroy", 3, pthread_cond_signal(&c));
  EXPECT(0, BY(2, pthread_cond_init(&c, NULL)));
  EXPECT(EINVAL, BY(2, pthread_cond_timedwait(&c, &m, &invalid)));
  stub_clock = 0;
  EXPECT(ETIMEDOUT, BY(2, pthread_cond_timedwait(&c, &m, &deadline)));
  EXPECT(5, (int)(stub_clock / 1000000000));
  EXPECT_TEXT("held by %t2;", stub_print(&mc_primitive_mutex, &m));
  EXPECT(ETIMEDOUT, BY(2, pthread_cond_clockwait(&c, &m, CLOCK_MONOTONIC, &deadline)));
  memset(&c, 0xa5, sizeof c);
  EXPECT_MISUSE("use of a condition variable that was not initialised", 2,
                pthread_cond_broadcast(&c));
}

static void barriers(void) {
  static pthread_barrier_t b;
  EXPECT_MISUSE("use of a barrier that was not initialised", 0, pthread_barrier_wait(&b));
  EXPECT(EINVAL, BY(0, pthread_barrier_init(&b, NULL, 0)));
  EXPECT(0, BY(0, pthread_barrier_init(&b, NULL, 3)));
  for (int round = 0; round < 2; round++) {
    EXPECT(BLOCKED, BY(3, pthread_barrier_wait(&b)));
    EXPECT(BLOCKED, BY(1, pthread_barrier_wait(&b)));
    EXPECT_TEXT("2 of 3 arrived: %t1;, %t3;", stub_print(&mc_primitive_barrier, &b));
    EXPECT_MISUSE("destroy of a barrier at which threads wait", 0, pthread_barrier_destroy(&b));
    EXPECT(BLOCKED, BY(2, pthread_barrier_wait(&b)));
    EXPECT(BLOCKED, RESUME(3)); // the lowest chooses
    stub_preferred = round == 0 ? 0 : 2 + 3;
    EXPECT(round == 0 ? PTHREAD_BARRIER_SERIAL_THREAD : 0, RESUME(1));
    EXPECT(round == 0 ? 0 : PTHREAD_BARRIER_SERIAL_THREAD, RESUME(3));
    EXPECT(0, RESUME(2));
  }
  stub_preferred = 0;
  EXPECT_TEXT("0 of 3 arrived", stub_print(&mc_primitive_barrier, &b));
  EXPECT(BLOCKED, BY(4, pthread_barrier_wait(&b)));
  EXPECT(BLOCKED, BY(1, pthread_barrier_wait(&b)));
  EXPECT(BLOCKED, BY(2, pthread_barrier_wait(&b)));
  EXPECT(PTHREAD_BARRIER_SERIAL_THREAD, RESUME(1));
  EXPECT(0, BY(1, pthread_barrier_destroy(&b))); // the others are about to leave
  EXPECT(0, RESUME(4));
  EXPECT(0, RESUME(2));
  EXPECT_MISUSE("use of a barrier after its destroy", 2, pthread_barrier_wait(&b));
}

static void spinlocks(void) {
  static pthread_spinlock_t l;
  EXPECT_MISUSE("use of a spin lock that was not initialised", 0, pthread_spin_lock(&l));
  EXPECT(0, BY(0, pthread_spin_init(&l, 0)));
  EXPECT(0, BY(1, pthread_spin_lock(&l)));
  EXPECT(BLOCKED, BY(2, pthread_spin_lock(&l)));
  EXPECT(EBUSY, BY(2, pthread_spin_trylock(&l)));
  EXPECT_MISUSE("self-deadlock: lock of a spin lock by the thread that holds it", 1,
                pthread_spin_lock(&l));
  EXPECT_MISUSE("unlock of a spin lock that the thread does not hold", 2, pthread_spin_unlock(&l));
  EXPECT_MISUSE("destroy of a spin lock that is held", 1, pthread_spin_destroy(&l));
  EXPECT(0, BY(1, pthread_spin_unlock(&l)));
  EXPECT(0, BY(2, pthread_spin_trylock(&l)));
  EXPECT(0, BY(2, pthread_spin_unlock(&l)));
  EXPECT(0, BY(2, pthread_spin_destroy(&l)));
  EXPECT_MISUSE("use of a spin lock after its destroy", 1, pthread_spin_lock(&l));
}

static pthread_once_t once_control = PTHREAD_ONCE_INIT;
static int once_calls, once_inner;

static void once_function(void) {
  once_calls++;
  jmp_buf outer;
  memcpy(outer, stub_jump, sizeof outer);
  once_inner = BY(2, pthread_once(&once_control, once_function));
  memcpy(stub_jump, outer, sizeof outer);
  stub_thread = 1;
}

static void once(void) {
  EXPECT(0, BY(1, pthread_once(&once_control, once_function)));
  EXPECT(BLOCKED, once_inner); // while the function runs
  EXPECT_TEXT("end", stub_operation);
  EXPECT(0, RESUME(2));
  EXPECT(0, BY(3, pthread_once(&once_control, once_function)));
  EXPECT(1, once_calls);
  once_control = PTHREAD_ONCE_INIT;
  EXPECT(0, BY(1, pthread_once(&once_control, once_function)));
  EXPECT(2, once_calls);
}

static void c11(void) {
  mtx_t m;
  cnd_t c;
  EXPECT(thrd_success, BY(1, mtx_init(&m, mtx_plain)));
  EXPECT(thrd_success, BY(1, cnd_init(&c)));
  EXPECT(thrd_success, BY(1, mtx_lock(&m)));
  EXPECT(thrd_busy, BY(2, mtx_trylock(&m)));
  EXPECT(thrd_timedout, BY(2, mtx_timedlock(&m, &deadline)));
  EXPECT(thrd_timedout, BY(1, cnd_timedwait(&c, &m, &deadline)));
  EXPECT(BLOCKED, BY(1, cnd_wait(&c, &m)));
  EXPECT(thrd_success, BY(2, cnd_signal(&c)));
  EXPECT(0, RESUME(1));
  EXPECT(thrd_success, BY(1, mtx_unlock(&m)));
  EXPECT(0, BY(1, (mtx_destroy(&m), cnd_destroy(&c), 0)));
  EXPECT(thrd_success, BY(1, mtx_init(&m, mtx_timed | mtx_recursive)));
  EXPECT(thrd_success, BY(1, mtx_lock(&m)));
  EXPECT(thrd_success, BY(1, mtx_lock(&m)));
  EXPECT(thrd_error, BY(1, mtx_init(&m, 77)));
  EXPECT(0, BY(1, thrd_sleep(&(struct timespec){0, 1}, NULL)));
  EXPECT(-2, BY(1, thrd_sleep(&invalid, NULL)));
  EXPECT(0, BY(1, (thrd_yield(), 0)));
  stub_new_thread(121);
  die(6, 121);
  EXPECT(thrd_success, BY(0, thrd_join(121, NULL)));
}

/// In a process that is not checked primitives do nothing and succeed.
static void unchecked(void) {
  static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  sem_t s;
  stub_checking = false;
  stub_operation = "";
  EXPECT(0, BY(1, pthread_mutex_lock(&m)));
  EXPECT(0, BY(1, pthread_mutex_lock(&m)));
  EXPECT(0, BY(1, sem_init(&s, 0, 0)));
  EXPECT(0, BY(1, sem_wait(&s)));
  EXPECT(0, BY(1, usleep(1)));
  EXPECT((int)getpid(), BY(1, syscall(SYS_getpid)));
  EXPECT_TEXT("", stub_operation);
  stub_checking = true;
}

int main(void) {
  mutex_normal();
  mutex_types();
  mutex_robust();
  threads();
  semaphores();
  rwlocks();
  conditions();
  barriers();
  spinlocks();
  once();
  c11();
  unchecked();
  print_checks();
}
