// return-codes-of-futexes-and-signals.c - as return-codes.c: futexes, signals, atomic accesses.
//
// RUN: %clang -std=c17 -O1 -Wall -Wextra -fexceptions -I%root -I%root/include %s %S/Inputs/stub.c %primitives -o %t
// RUN: %t | FileCheck %s
// CHECK-NOT: expected
// CHECK: {{^}}70 checks, 0 failed
#define _GNU_SOURCE
#include "Inputs/expect.h"
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern const struct mc_primitive mc_primitive_futex, mc_primitive_variable;

static void futexes(void) {
  static uint32_t word = 7;
  errno = 0;
  EXPECT(-1, BY(1, syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 6, NULL)));
  EXPECT(EAGAIN, errno);
  EXPECT(BLOCKED, BY(1, syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 7, NULL)));
  EXPECT(BLOCKED, BY(2, syscall(SYS_futex, &word, FUTEX_WAIT, 7, NULL)));
  EXPECT(BLOCKED, BY(3, syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 7, NULL, NULL, -1)));
  EXPECT(BLOCKED, BY(5, syscall(SYS_futex, &word, FUTEX_WAIT, 7, NULL)));
  EXPECT_TEXT("waited for by %t1;, %t2;, %t3;, %t5;", stub_print(&mc_primitive_futex, &word));
  stub_preferred = 1 + 3;
  EXPECT(1, BY(4, syscall(SYS_futex, &word, FUTEX_WAKE, 1)));
  stub_preferred = 0;
  EXPECT(BLOCKED, RESUME(1));
  EXPECT(0, RESUME(3));
  EXPECT(2, BY(4, syscall(SYS_futex, &word, FUTEX_WAKE, 2)));
  EXPECT(0, RESUME(1));
  EXPECT(0, RESUME(2));
  EXPECT(BLOCKED, RESUME(5));
  EXPECT(1, BY(4, syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX)));
  EXPECT(0, BY(4, syscall(SYS_futex, &word, FUTEX_WAKE, INT_MAX)));
  EXPECT(0, BY(4, syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1)));
  EXPECT(0, RESUME(5));
  stub_clock = 1000000000;
  EXPECT(-1, BY(1, syscall(SYS_futex, &word, FUTEX_WAIT, 7, &deadline)));
  EXPECT(ETIMEDOUT, errno);
  EXPECT(6, (int)(stub_clock / 1000000000)); // from now on
  EXPECT(-1, BY(1, syscall(SYS_futex, &word, FUTEX_WAIT, 7, &invalid)));
  EXPECT(EINVAL, errno);
  stub_clock = 1000000000;
  EXPECT(-1, BY(1, syscall(SYS_futex, &word, FUTEX_WAIT_BITSET, 7, &deadline, NULL, -1)));
  EXPECT(5, (int)(stub_clock / 1000000000)); // absolute
  EXPECT((int)getpid(), BY(1, syscall(SYS_getpid)));
}

/// The value that the model gives to a variable after an access of the program's memory.
static int after(void *address, uint32_t size, uint32_t access, uint64_t operand,
                 uint64_t expected) {
  __mcmini_access(NULL, address, size, access, operand, expected);
  uint64_t value = 0;
  mc_primitive_variable.value(mc_object_state(mc_object_find(&mc_primitive_variable, address)),
                              &value);
  return (int)value;
}

static void variables(void) {
  static union {
    uint8_t byte[8];
    uint32_t half[2];
    uint64_t whole;
  } v = {.whole = 0x1122334455667788};
  EXPECT(0x88, BY(1, after(&v.byte[0], 1, MC_ATOMIC_LOAD, 0, 0)));
  EXPECT(0x98, BY(1, after(&v.byte[0], 1, MC_ATOMIC_ADD, 0x10, 0)));
  EXPECT(0x78, BY(1, after(&v.byte[0], 1, MC_ATOMIC_SUB, 0x10, 0)));
  EXPECT(0x80, BY(1, after(&v.byte[0], 1, MC_ATOMIC_AND, 0xf0, 0)));
  EXPECT(0x7f, BY(1, after(&v.byte[0], 1, MC_ATOMIC_NAND, 0xf0, 0)));
  EXPECT(0x88, BY(1, after(&v.byte[0], 1, MC_ATOMIC_MIN, 0x01, 0))); // -120 < 1
  EXPECT(0x01, BY(1, after(&v.byte[0], 1, MC_ATOMIC_UMIN, 0x01, 0)));
  EXPECT(0x01, BY(1, after(&v.byte[0], 1, MC_ATOMIC_MAX, 0x01, 0)));
  EXPECT(0x88, BY(1, after(&v.byte[0], 1, MC_ATOMIC_UMAX, 0x01, 0)));
  EXPECT(5, BY(1, after(&v.byte[0], 1, MC_ATOMIC_COMPARE_EXCHANGE, 5, 0x88)));
  EXPECT(0, stub_alternative);
  EXPECT(0x88, BY(1, after(&v.byte[0], 1, MC_ATOMIC_COMPARE_EXCHANGE, 5, 0x87)));
  EXPECT(1, stub_alternative);
  stub_operation = "";
  __mcmini_access((const struct mc_site *)1, &v, 4, MC_ATOMIC_STORE, 1, 0);
  __mcmini_fence(NULL, 5);
  EXPECT_TEXT("", stub_operation); // an invisible site; a fence

  mc_object at[8];
  EXPECT(1, (int)mc_variables_at(&v.half[1], 4, at, 8));
  EXPECT(3, (int)mc_variables_at(&v.whole, 8, at, 8)); // itself, the byte, the half
  EXPECT(3, (int)mc_variables_at(&v.whole, 8, at, 8));
  EXPECT(2, (int)mc_variables_at(&v.half[1], 4, at, 8));
  EXPECT(2, (int)mc_variables_at(&v.byte[0], 1, at, 8));
  EXPECT(1, (int)mc_variables_at(&v.byte[0], 1, at, 1));
}

static void ignore_signal(int signal) { (void)signal; }

static void signals(void) {
  sigset_t usr1, set;
  int got = 0;
  siginfo_t info;
  const struct timespec second = {1, 0}, wrong = {0, 1000000000};
  sigemptyset(&usr1);
  sigaddset(&usr1, SIGUSR1);
  EXPECT(EINVAL, BY(1, pthread_sigmask(77, &usr1, NULL)));
  EXPECT(0, BY(1, pthread_sigmask(SIG_BLOCK, &usr1, NULL)));
  EXPECT(0, BY(1, pthread_sigmask(SIG_UNBLOCK, NULL, &set)));
  EXPECT(1, sigismember(&set, SIGUSR1));
  EXPECT(EINVAL, BY(0, pthread_kill(1, 65)));
  EXPECT(0, BY(0, pthread_kill(1, 0)));
  EXPECT(MISUSE, BY(0, pthread_kill(MC_MAX_THREADS, 0)));
  EXPECT(0, BY(0, pthread_kill(1, SIGUSR1)));
  EXPECT(0, BY(0, pthread_kill(1, SIGUSR1)));
  EXPECT(0, BY(1, sigpending(&set)));
  EXPECT(1, sigismember(&set, SIGUSR1));
  EXPECT(0, BY(1, sigwait(&usr1, &got)));
  EXPECT(SIGUSR1, got);
  EXPECT(BLOCKED, BY(1, sigwaitinfo(&usr1, &info)));
  EXPECT(0, BY(0, pthread_kill(1, SIGUSR1)));
  EXPECT(SIGUSR1, RESUME(1));
  stub_clock = 0;
  errno = 0;
  EXPECT(-1, BY(1, sigtimedwait(&usr1, &info, &second)));
  EXPECT(EAGAIN, errno);
  EXPECT(1, stub_clock >= 1000000000);
  EXPECT(-1, BY(1, sigtimedwait(&usr1, &info, &wrong)));
  EXPECT(EINVAL, errno);
  signal(SIGUSR2, ignore_signal);
  EXPECT(0, BY(0, pthread_kill(1, SIGUSR2)));
  EXPECT(100 + 1, stub_interrupt);
  EXPECT(-1, BY(1, raise(-1)));
}

int main(void) {
  futexes();
  variables();
  signals();
  print_checks();
}
