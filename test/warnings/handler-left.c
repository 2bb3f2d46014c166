// A handler that jumps out of the middle of what it interrupts: the variable, of which no other thread knows, is 1
// there. No order of steps has that.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc -g -DEXITS %s -o %t && not %mcmini %t | FileCheck %s
// CHECK: incomplete: nothing found, but a handler that is left, in the middle of what it interrupts
//
// One that returns is no reason.
// RUN: %mcmini-cc -g -DRETURNS %s -o %t && %mcmini --require-complete %t | FileCheck %s --check-prefix=RETURNS
// RETURNS: Every schedule of the program was explored.
#include <pthread.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>

static _Thread_local sigjmp_buf back;
static sem_t ready;

static void handle(int signal) {
  (void)signal;
#ifdef EXITS
  pthread_exit(NULL);
#elif !defined RETURNS
  siglongjmp(back, 1);
#endif
}

static void *work(void *unused) {
  volatile int value = 0;
  if (sigsetjmp(back, 1) == 0) {
    sem_post(&ready);
    value = 1;
    value = 2;
  }
  sigset_t all;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, NULL); // from here on there is nowhere to go
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&ready, 0, 0);
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&ready);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
