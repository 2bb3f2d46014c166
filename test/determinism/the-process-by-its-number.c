// What getpid and gettid give is the same in all traces, so it is none of the kernel's numbers: functions that take one
// know it all the same. It was another process that they changed, or none.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c '%mcmini -q --races=off %t' | FileCheck %s
// RUN: sh -c '%mcmini -q --races=off --isolation=fork %t' | FileCheck %s
// RUN: %gcc -g -pthread %s -o %t.plain && sh -c '%mcmini -q %t.plain' | FileCheck %s
// CHECK: mcmini: ok: nothing found
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void ask(pid_t number) {
  struct timespec interval;
  struct sched_param param;
  cpu_set_t set;
  clockid_t clock;
  assert(sched_getaffinity(number, sizeof set, &set) == 0);
  assert(sched_setaffinity(number, sizeof set, &set) == 0);
  assert(sched_getscheduler(number) == SCHED_OTHER && sched_getparam(number, &param) == 0);
  assert(sched_setscheduler(number, SCHED_OTHER, &param) == 0 && sched_setparam(number, &param) == 0);
  assert(sched_rr_get_interval(number, &interval) == 0);
  const int priority = getpriority(PRIO_PROCESS, (id_t)number);
  assert(priority >= 0 && setpriority(PRIO_PROCESS, (id_t)number, priority) == 0);
  if (number == gettid() && number != getpid())
    return;
  assert(getpgid(number) == getpgrp() && getsid(number) == getsid(0));
  assert(clock_getcpuclockid(number, &clock) == 0 && clock_gettime(clock, &interval) == 0);
}

static void *work(void *unused) {
  ask(gettid());
  return unused;
}

int main(void) {
  pthread_t thread;
  ask(getpid());
  pthread_create(&thread, NULL, work, NULL);
  ask(getpid());
  pthread_join(thread, NULL);
  return 0;
}
