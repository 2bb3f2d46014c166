// All threads run on one processor. The program is told of those that it had, and of those that it has chosen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --require-complete %t | FileCheck %s
// RUN: %mcmini --require-complete --isolation=fork %t | FileCheck %s
// RUN: %mcmini --require-complete --threads=kernel %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

static int before;
static cpu_set_t one;

static int processors(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  assert(sched_getaffinity(0, sizeof set, &set) == 0);
  return CPU_COUNT(&set);
}

static int by_system_call(void) {
  cpu_set_t set;
  CPU_ZERO(&set);
  assert(syscall(SYS_sched_getaffinity, 0, sizeof set, &set) > 0);
  return CPU_COUNT(&set);
}

static void *looks(void *unused) {
  const int now = processors();
  assert(now == before || now == 1);
  return unused;
}

static void *does_nothing(void *unused) { return unused; }

int main(void) {
  pthread_t thread[2];
  cpu_set_t set;
  before = processors();
  pthread_create(&thread[0], NULL, does_nothing, NULL);
  pthread_join(thread[0], NULL);
  assert(processors() == before && by_system_call() == before);
  pthread_create(&thread[0], NULL, looks, NULL);
  CPU_SET(sched_getcpu(), &one);
  pthread_setaffinity_np(thread[0], sizeof one, &one);
  pthread_join(thread[0], NULL);
  assert(processors() == before);
  return 0;
}
