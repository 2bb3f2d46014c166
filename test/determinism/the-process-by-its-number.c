// What getpid and gettid give is the same in all traces, so it is none of the kernel's numbers: functions that take one
// know it all the same. It was another process that they changed, or none.
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c '%mcmini -q --races=off %t; true' | FileCheck %s
// RUN: sh -c '%mcmini -q --races=off --isolation=fork %t; true' | FileCheck %s
// RUN: %gcc -g -pthread %s -o %t.plain && sh -c '%mcmini -q %t.plain; true' | FileCheck %s
// What threads do by /proc has one order, which is told.
// CHECK: mcmini: {{ok|incomplete}}: nothing found
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/syscall.h>
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

// Each thread has its own number, by whatever way it asks, and by it finds itself in /proc.
static void look(void) {
  char path[64];
  assert(syscall(SYS_getpid) == getpid() && syscall(SYS_gettid) == gettid());
  snprintf(path, sizeof path, "/proc/%d/status", getpid());
  assert(access(path, R_OK) == 0);
  snprintf(path, sizeof path, "/proc/self/task/%d/status", gettid());
  assert(access(path, R_OK) == 0);
  FILE *file = fopen(path, "r");
  assert(file && fclose(file) == 0);
}

// Of a thread that may be none of the kernel's.
static void ask_clock(pthread_t thread) {
  struct timespec time;
  clockid_t clock;
  assert(pthread_getcpuclockid(thread, &clock) == 0 && clock_gettime(clock, &time) == 0);
}

static void *work(void *number) {
  ask(gettid());
  look();
  *(long *)number = syscall(SYS_gettid);
  return NULL;
}

int main(void) {
  pthread_t thread;
  ask(getpid());
  long number;
  look();
  pthread_create(&thread, NULL, work, &number);
  ask(getpid());
  ask_clock(thread);
  ask_clock(pthread_self());
  pthread_join(thread, NULL);
  look();
  assert(number != gettid());
  assert(syscall(SYS_getpgid, getpid()) == getpgrp());
  return 0;
}
