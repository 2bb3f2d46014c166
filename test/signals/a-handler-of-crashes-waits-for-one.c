// A program with handlers of bad accesses and of other faults, on a stack of their own, is checked as any other
// while no fault comes: the kernel has the runtime's handlers of SIGSEGV and SIGBUS, and the program sees its
// own. A fault comes to the program's handler, in a process for each trace. The two threads have 1500 classes of
// schedules, also where one of them jumps out of its handler first.
// REQUIRES: snapshots
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini --require-complete %t | FileCheck %s
// RUN: %gcc -g -O1 -pthread %s -o %t.plain && %mcmini --require-complete %t.plain | FileCheck %s
// CHECK-NOT: a process for each trace
// CHECK: {{^}}1500 traces: 1500 completed
// RUN: %mcmini --require-complete %t jump | FileCheck %s --check-prefix=JUMP
// JUMP: executor {{.*}}a process for each trace: a fault comes that the program handles
// JUMP: {{^}}1500 traces: 1500 completed
// RUN: not %mcmini %t end now | FileCheck %s --check-prefix=END
// END: mcmini: exit with a nonzero status: the program exits with status 9
// RUN: not %mcmini %t raise it now | FileCheck %s --check-prefix=RAISE
// RAISE: mcmini: exit with a nonzero status: the program exits with status 9
// RAISE: a process for each trace: a thread sends itself a signal of bad accesses, which has a handler
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>

static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static char memory[64 << 10];
static sigjmp_buf back;
static int arguments;

static void handle(int number) {
  if (arguments == 1)
    siglongjmp(back, number);
  _exit(9);
}

static void *work(void *faults) {
  if (faults && arguments == 3)
    raise(SIGSEGV);
  else if (faults && arguments && sigsetjmp(back, 1) == 0)
    *(volatile int *)16 = 1;
  for (int i = 0; i < 8; i++) {
    pthread_mutex_lock(&mutex[i % 2]);
    pthread_mutex_unlock(&mutex[i % 2]);
  }
  return NULL;
}

int main(int argc, char **argv) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
  const stack_t stack = {.ss_sp = memory, .ss_size = sizeof memory};
  struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK}, now;
  pthread_t thread[2];
  (void)argv;
  arguments = argc - 1;
  sigaltstack(&stack, NULL);
  for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++)
    sigaction(faults[i], &action, NULL);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, work, i ? memory : NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  sigaction(SIGSEGV, NULL, &now);
  assert(now.sa_handler == handle && now.sa_flags & SA_ONSTACK);
  return 0;
}
