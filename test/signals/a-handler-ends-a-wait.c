// A handler without SA_RESTART ends sem_wait with EINTR, if it runs while the thread waits. Traces: it runs
// before the wait; it ends it; it runs between the wait and the load; after the load; the thread has ended: 5.
// With SA_RESTART the wait goes on: the fourth outcome of "interrupted" is none.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k %t | FileCheck %s
// RUN: not %mcmini -k --algorithm=dpor %t | FileCheck %s
// A simpler schedule of it is replayed, too.
// RUN: not %mcmini --minimise=10000 %t > first && sh -c '%mcmini replay $(ls %name.*.trace | tail -n 1) -- %t; test $? = 1' | FileCheck %s --check-prefix=REPLAY
// REPLAY: mcmini: assertion failed
// CHECK: assertion failed: assertion `sem_wait(&semaphore) == 0' failed
// CHECK: {{^}}5 traces: 4 completed, 0 deadlocked, 1 failed
// RUN: %mcmini --require-complete %t restart | FileCheck %s --check-prefix=RESTART
// RESTART: {{^}}5 traces: 5 completed
// Not so one with a deadline: the kernel ends it nevertheless.
// RUN: not %mcmini -k %t timed | FileCheck %s --check-prefix=TIMED
// TIMED: assertion failed: assertion `errno != EINTR' failed
//
// pause: the signal comes before it, and is lost, or while it waits.
// RUN: not %mcmini -k %t pause | FileCheck %s --check-prefix=PAUSE
// PAUSE: deadlock
// PAUSE: waits to resume
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static sem_t semaphore;
static atomic_int handled;
static int pauses, is_timed;

static void handle(int signal) { handled = signal; }

static void *work(void *unused) {
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_sec++;
  if (pauses)
    pause();
  else if (is_timed && sem_timedwait(&semaphore, &deadline))
    assert(errno != EINTR);
  else if (!is_timed)
    assert(sem_wait(&semaphore) == 0);
  (void)atomic_load(&handled);
  return unused;
}

int main(int count, char **argument) {
  const char *what = count > 1 ? argument[1] : "";
  const struct sigaction action = {.sa_handler = handle,
                                   .sa_flags = strcmp(what, "restart") && strcmp(what, "timed") ? 0 : SA_RESTART};
  pthread_t thread;
  pauses = !strcmp(what, "pause");
  is_timed = !strcmp(what, "timed");
  sigaction(SIGUSR1, &action, NULL);
  sem_init(&semaphore, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  pthread_kill(thread, SIGUSR1);
  sem_post(&semaphore);
  pthread_join(thread, NULL);
}
