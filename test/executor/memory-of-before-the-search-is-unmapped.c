// A trace unmaps memory that was there before the search: nobody can use it then, and in the next trace it is there
// again, as it was. No process for each trace is needed. main reads before the other thread unmaps, or too late: that is
// one of the two orders, and it faults. A page of the memory was never readable: it stays so.
// RUN: %mcmini-cc %s -o %t && not %mcmini -k %t > %t.report; FileCheck %s < %t.report
// RUN: not %mcmini -k --isolation=fork %t | FileCheck %s
// RUN: not %mcmini -k --threads=kernel %t | FileCheck %s
// RUN: not grep -q 'a process for each trace' %t.report
// CHECK-DAG: {{^}}mcmini: crash: SIGSEGV
// CHECK: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed,
// CHECK: {{^}}Every schedule
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };
static char *memory;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *unmap(void *unused) {
  pthread_mutex_lock(&lock);
  memory[2 * PAGE] = 2;
  assert(munmap(memory, 3 * PAGE) == 0);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  memory = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  assert(memory != MAP_FAILED && mprotect(memory, PAGE, PROT_NONE) == 0);
  memset(memory + PAGE, 1, 2 * PAGE);
  pthread_create(&thread, NULL, unmap, NULL);
  pthread_mutex_lock(&lock);
  assert(memory[2 * PAGE] == 1);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
}
