// A program with timers of processor time, handlers and alternate stacks is checked without them, and the report
// says so. An alarm that nothing handles is a limit of time, and hides nothing. Two
// threads lock a mutex three times each: C(6, 3) orders.
// RUN: %mcmini-cc -g -O1 %s -o %t
// DEFINE: %{portable} = %mcmini -q --races=off --threads=kernel --isolation=fork
// RUN: not %mcmini -q --races=off %t trunk | FileCheck %s && not %mcmini -q --races=off %t trace | FileCheck %s
// RUN: not %{portable} %t trunk | FileCheck %s && not %{portable} %t trace | FileCheck %s
// RUN: not %mcmini -q --races=off --isolation=fork %t trace | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but the moments at which a timer of processor time may expire
// CHECK: warning: the program sets a timer of processor time: in a trace it expires at any time or not at all{{.*}}timers.c:
// CHECK: 20 traces: 20 completed
// RUN: %mcmini -q --races=off %t none | FileCheck %s --check-prefix=NONE
// RUN: %mcmini -q --races=off %t alarm | FileCheck %s --check-prefix=NONE
// NONE: mcmini: ok: nothing found
// NONE-NOT: warning
// NONE: 20 traces: 20 completed
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static volatile sig_atomic_t ticks;

static void tick(int number) { ticks += number; }

static void *work(void *argument) {
  static __thread char alternate[1 << 16];
  const stack_t stack = {.ss_sp = alternate, .ss_size = sizeof alternate};
  if (argument)
    sigaltstack(&stack, NULL);
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&mutex);
    for (volatile int k = 0; k < 100000; k++)
      ;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void set_timer(void) {
  const struct sigaction action = {.sa_handler = tick, .sa_flags = SA_RESTART | SA_ONSTACK};
  const struct itimerval often = {{0, 200}, {0, 200}};
  sigaction(SIGPROF, &action, NULL);
  setitimer(ITIMER_PROF, &often, NULL);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "none";
  const int handles = strcmp(what, "none") != 0;
  pthread_t thread[2];
  if (!strcmp(what, "trunk"))
    set_timer();
  if (!strcmp(what, "alarm"))
    alarm(3600);
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, work, handles ? &ticks : NULL);
  if (!strcmp(what, "trace"))
    set_timer();
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
