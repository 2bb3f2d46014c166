// A trace of some hundred milliseconds is no busy wait: it keeps its snapshots, and runs once. Its loop
// comes back to the same instruction with the same registers; what differs is one word, in memory that
// the program has (own), that the trace has mapped, or that is shared. A wait before it still is one. Its increments
// would be operations.
// RUN: %gcc -g -O1 %s -o %t -pthread
// RUN: %mcmini -k --atomics=off --stats %t own | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: %mcmini -k --atomics=off --stats %t mapped | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: %mcmini -k --atomics=off --stats %t shared | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: %mcmini -k --atomics=off --isolation=fork %t own | FileCheck %s
// RUN: not %mcmini -k --atomics=off %t wait | FileCheck %s --check-prefix=WAIT
// FAST-NOT: a process for each trace: {{a trace|it waits}}
// CHECK-NOT: busy wait
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded
// WAIT: busy wait {{.*}}a-long-computation.c:[[# @LINE + 27]]
// WAIT: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

enum { TURNS = 50000000, MUCH = 1 << 20 };

static unsigned own, *shared;
static char kind;
static volatile int is_done;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(unsigned *word) {
  *word = 0;
  __asm__ volatile("1: lock incl %0; cmpl %1, %0; jne 1b" : "+m"(*word) : "i"(TURNS) : "cc");
}

static void *compute(void *argument) {
  count(kind == 's' ? shared : kind == 'm' ? malloc(MUCH) : &own);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  is_done = 1;
  return argument;
}

static void wait_for(volatile int *flag) {
  while (!*flag) {
  }
}

int main(int argc, char **argv) {
  pthread_t thread;
  kind = argv[argc - 1][0];
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_create(&thread, NULL, compute, NULL);
  if (kind == 'w')
    wait_for(&is_done);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
