// A thread that waits for signals, as pbzip2 and most servers have one: the wait is a visible
// operation, through the plugin and preloaded.
//
// RUN: %mcmini-cc %s -o hooked
// RUN: %gcc -g %s -o plain -pthread
//
// Two sends, two waits: the first wait, which the first send enables, takes its signal before or
// after the second send: 2.
// RUN: %mcmini --algorithm=dpor ./hooked thread | FileCheck --check-prefix=THREAD %s
// RUN: %mcmini --algorithm=dpor ./plain thread | FileCheck --check-prefix=THREAD %s
// THREAD: mcmini: ok: nothing found
// THREAD: {{^}}2 traces: 2 completed, 0 deadlocked
//
// A signal for the process, which every thread blocks: it waits for the thread that takes it.
// RUN: %mcmini --algorithm=dpor ./hooked process | FileCheck --check-prefix=PROCESS %s
// PROCESS: mcmini: ok: nothing found
// PROCESS: {{^}}1 traces: 1 completed, 0 deadlocked
//
// A wait with a timeout: before the send it runs into the timeout or not, after it never.
// RUN: %mcmini --algorithm=dpor ./hooked timeout | FileCheck --check-prefix=TIMEOUT %s
// TIMEOUT: mcmini: ok: nothing found
// TIMEOUT: {{^}}2 traces: 2 completed, 0 deadlocked
//
// Nobody sends: the thread waits for ever, and main for it.
// RUN: not %mcmini --algorithm=dpor ./hooked nobody | FileCheck --check-prefix=NOBODY %s
// NOBODY: mcmini: deadlock
// NOBODY: thread 0.1 (waits) waits to wait signals of 0.1, signals of the process: no signal
// pending NOBODY: {{^}}1 traces: 0 completed, 1 deadlocked
//
// A signal that is not blocked: its handler runs in the thread that it was sent to: before the wait, while
// it waits (which SA_RESTART lets go on), after it, or not at all, as the thread has ended: 4.
// RUN: %mcmini --algorithm=dpor ./plain handler | FileCheck --check-prefix=HANDLER %s
// HANDLER: mcmini: ok: nothing found
// HANDLER: {{^}}4 traces: 4 completed, 0 deadlocked
//
// No handler: the process dies of it, as it would without McMini.
// RUN: not %mcmini --algorithm=dpor ./plain default | FileCheck --check-prefix=DEFAULT %s
// DEFAULT: mcmini: crash: killed by SIGUSR1
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sigset_t both;
static int wanted = 1;
static sem_t go;
static pthread_t handled_in;

static void *waits(void *unused) {
  int seen = 0, last = 0;
  for (int i = 0; i < wanted; i++) {
    assert(sigwait(&both, &last) == 0);
    seen |= last == SIGUSR1 ? 1 : 2;
  }
  assert(seen == (wanted == 1 ? 1 : 3));
  return unused;
}

static void *waits_a_second(void *unused) {
  const struct timespec second = {1, 0};
  const int signal = sigtimedwait(&both, NULL, &second);
  assert(signal == SIGUSR1 || signal == -1);
  return unused;
}

static void *is_interrupted(void *unused) {
  sem_wait(&go);
  return unused;
}

static void handler(int signal) {
  (void)signal;
  handled_in = pthread_self();
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  pthread_t thread;
  const int blocks = strcmp(what, "handler") != 0 && strcmp(what, "default") != 0;
  sigemptyset(&both);
  sigaddset(&both, SIGUSR1);
  sigaddset(&both, SIGUSR2);
  sem_init(&go, 0, 0);
  if (blocks)
    pthread_sigmask(SIG_BLOCK, &both, NULL);
  if (!strcmp(what, "handler"))
    signal(SIGUSR1, handler);
  if (!strcmp(what, "thread"))
    wanted = 2;
  pthread_create(&thread, NULL,
                 !strcmp(what, "timeout") ? waits_a_second
                 : blocks                 ? waits
                                          : is_interrupted,
                 NULL);
  if (!strcmp(what, "process"))
    kill(getpid(), SIGUSR1);
  else if (strcmp(what, "nobody") != 0)
    pthread_kill(thread, SIGUSR1);
  if (!strcmp(what, "thread"))
    pthread_kill(thread, SIGUSR2);
  sem_post(&go);
  pthread_join(thread, NULL);
  assert(!handled_in || pthread_equal(handled_in, thread));
  return 0;
}
