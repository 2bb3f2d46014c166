// A handler ends FUTEX_WAIT with EINTR; with SA_RESTART the kernel begins again, and looks at the word once
// more, unless there is a timeout. The thread has left the queue before the handler runs: a wake that
// comes in it wakes nobody, or another thread.
//
// Main sends the signal, sets the word and wakes. So the wait ends with EAGAIN, or is woken (0), with the
// handler before, behind, or not at all; or with EINTR, or EINTR with the word set by then, which the
// program prints as the value that it sees next. With SA_RESTART there is no EINTR.
//
// queue: the handler waits until main has woken. Nobody is woken then: natively the thread is no more in the
// queue. Before, it was still there, and the wake found it.
//
// two: two threads wait, one of which is interrupted; one wake then is for the other one: no deadlock.
//
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini -q -k --output=all %t ends | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: %mcmini -q -k --output=all %t timed | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: %mcmini -q -k --output=all %t timed restart | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: %mcmini -q -k --output=all %t restart | FileCheck --check-prefixes=CHECK,RESTARTS --implicit-check-not=EINTR %s
// RUN: %mcmini -q -k --output=all --threads=kernel --isolation=fork %t ends | FileCheck --check-prefixes=CHECK,ENDS %s
// RUN: %mcmini -q -k --output=all %t queue | FileCheck --check-prefixes=CHECK,QUEUE --implicit-check-not="woke 1" %s
// RUN: %mcmini -q -k %t two | FileCheck %s
// CHECK-DAG: Every schedule of the program was explored.
// ENDS-DAG: {{^}}EINTR, handled 1
// ENDS-DAG: {{^}}woken, handled 0
// ENDS-DAG: {{^}}woken, handled 1
// ENDS-DAG: {{^}}EAGAIN, handled 0
// ENDS-DAG: {{^}}EAGAIN, handled 1
// RESTARTS-DAG: {{^}}woken, handled 0
// RESTARTS-DAG: {{^}}woken, handled 1
// RESTARTS-DAG: {{^}}EAGAIN, handled 0
// RESTARTS-DAG: {{^}}EAGAIN, handled 1
// QUEUE-DAG: {{^}}EINTR, handled 1
// QUEUE-DAG: {{^}}woke 0
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_uint word;
static sem_t begun, woke;
static int is_timed, in_handler;
static volatile sig_atomic_t handled;

static void handle(int signal) {
  handled = signal == SIGUSR1;
  if (!in_handler)
    return;
  sem_post(&begun);
  while (sem_wait(&woke) != 0)
    ;
}

static void *waits(void *argument) {
  const struct timespec hour = {3600, 0};
  const long result = syscall(SYS_futex, &word, FUTEX_WAIT, 0, is_timed ? &hour : NULL, NULL, 0);
  const int error = result < 0 ? errno : 0;
  if (error != ETIMEDOUT)
    printf("%s, handled %d\n", error ? strerrorname_np(error) : "woken", handled);
  return argument;
}

static void *waits_for_good(void *argument) {
  while (atomic_load(&word) == 0)
    syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  return argument;
}

static long wake(int count) { return syscall(SYS_futex, &word, FUTEX_WAKE, count, NULL, NULL, 0); }

int main(int count, char **argument) {
  struct sigaction action = {.sa_handler = handle};
  pthread_t thread, other;
  const int are_two = strcmp(argument[1], "two") == 0;
  in_handler = strcmp(argument[1], "queue") == 0;
  is_timed = strcmp(argument[1], "timed") == 0;
  if (strcmp(argument[count - 1], "restart") == 0)
    action.sa_flags = SA_RESTART;
  sem_init(&begun, 0, 0);
  sem_init(&woke, 0, 0);
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, are_two ? waits_for_good : waits, NULL);
  if (are_two)
    pthread_create(&other, NULL, waits_for_good, NULL);
  pthread_kill(thread, SIGUSR1);
  if (in_handler) {
    sem_wait(&begun);
    printf("woke %ld\n", wake(1));
    atomic_store(&word, 1);
    sem_post(&woke);
  } else {
    atomic_store(&word, 1);
    wake(are_two ? 2 : 1);
  }
  pthread_join(thread, NULL);
  if (are_two)
    pthread_join(other, NULL);
}
