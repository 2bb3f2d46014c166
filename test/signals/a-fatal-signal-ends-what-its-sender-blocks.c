// A signal without a handler ends the process, though the thread that sends it blocks it; it had a handler
// before (SA_RESETHAND). A signal that stayed pending with its sender would end the worker later, in the
// middle of the runtime. There is one order: the semaphore is posted behind the handler.
// RUN: %mcmini-cc -g -O1 %s -o %t && not %mcmini -k --isolation=snapshot %t | FileCheck %s
// RUN: not %mcmini -k --isolation=fork %t | FileCheck %s
// RUN: not %mcmini -k --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: mcmini: crash: killed by SIGUSR2 (12)
// CHECK: 1 traces: 0 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static pthread_t first;
static sem_t reset;

static void handle(int signal) { (void)signal; }

static void *send(void *nothing) {
  sigset_t both;
  sigemptyset(&both);
  sigaddset(&both, SIGUSR2);
  pthread_sigmask(SIG_BLOCK, &both, NULL);
  sem_wait(&reset);
  pthread_kill(first, SIGUSR2);
  return nothing;
}

int main(void) {
  const struct sigaction once = {.sa_handler = handle, .sa_flags = (int)SA_RESETHAND};
  pthread_t thread;
  first = pthread_self();
  sem_init(&reset, 0, 0);
  sigaction(SIGUSR2, &once, NULL);
  pthread_create(&thread, NULL, send, NULL);
  raise(SIGUSR2);
  sem_post(&reset);
  pthread_join(thread, NULL);
  return 0;
}
