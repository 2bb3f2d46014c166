// A trace that runs for long is looked at step by step, by signals that are the program's otherwise: it
// handles and blocks them, or has an alternate stack of its own, and must not notice.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// RUN: %mcmini -k --require-complete --threads=kernel --isolation=fork %t | FileCheck %s
// RUN: %gcc -g -O1 -pthread %s -o %t.plain && %mcmini -k --require-complete %t.plain | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static __thread sigjmp_buf back;
static __thread volatile unsigned long faults, turns;
static __thread char gap[4096]; // errno lies in another page than what the kernel writes of a thread
static char stack[65536];

static void jump(int signal) { siglongjmp(back, signal); }

static void compute(void) {
  for (unsigned long x = 1, i = 0; i < 60000000; i++) {
    x = x * 6364136223846793005 + 1;
    if (i % 1000 == 0)
      turns += x >> 63;
  }
}

static void fault(void) {
  for (volatile int i = 0; i < 150000; i++)
    if (sigsetjmp(back, 1) == 0)
      *(volatile char *)16 = 1;
    else
      faults++;
  assert(faults == 150000);
}

static void block(int signal) {
  compute();
  (void)signal;
}

static void *worker(void *unused) {
  gap[0]++;
  const stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_handler = block};
  fault();
  compute();
  sigfillset(&action.sa_mask);
  sigaction(SIGUSR1, &action, NULL);
  raise(SIGUSR1);
  sigaltstack(&own, NULL);
  compute();
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  signal(SIGSEGV, jump);
  signal(SIGTRAP, jump);
  pthread_create(&thread, NULL, worker, NULL);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
}
