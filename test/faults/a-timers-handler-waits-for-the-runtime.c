// A timer's signal that comes in the middle of the runtime comes a little later: its handler does visible
// operations, too. When it comes is the clock's, so that the schedules may differ from run to run; but what it
// broke were crashes that no program had made, most times.
// RUN: %mcmini-cc -g -O2 %s -o %t
// RUN: not %mcmini -k --timeout=4 %t > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: %mcmini-cc --from-tsan -g -O2 %s -o %t-tsan
// RUN: not %mcmini -k --timeout=4 %t-tsan > %t.out-tsan 2>&1
// RUN: FileCheck %s < %t.out-tsan
// CHECK-NOT: crash
// CHECK-NOT: internal fault
// CHECK: data race: shared
// CHECK-NOT: crash
// CHECK: warning: the program sets a timer
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

static int shared;
static atomic_int ticks;

static void tick(int number) { ticks += number; }

static void *work(void *unused) {
  for (int i = 0; i < 3; i++)
    shared++;
  return unused;
}

int main(void) {
  const struct sigaction action = {.sa_handler = tick};
  const struct itimerspec often = {{0, 100000}, {0, 200000}};
  struct sigevent event;
  memset(&event, 0, sizeof event);
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGALRM;
  timer_t timer;
  pthread_t thread;
  sigaction(SIGALRM, &action, NULL);
  pthread_create(&thread, NULL, work, NULL);
  timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer);
  timer_settime(timer, 0, &often, NULL);
  for (int i = 0; i < 3; i++)
    shared = i;
  pthread_join(thread, NULL);
  struct sigaction now;
  sigaction(SIGALRM, NULL, &now);
  return now.sa_handler != tick || now.sa_flags & SA_SIGINFO;
}
