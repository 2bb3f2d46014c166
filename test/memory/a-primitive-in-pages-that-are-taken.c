// A mutex in pages that another thread takes away: before, between and behind its two operations, and who comes too
// late faults. One order was "every schedule", as the mutex was looked for in heaps and on stacks only.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini -k %t unmap | FileCheck %s
// RUN: not %mcmini -k --isolation=fork %t unmap | FileCheck %s
// RUN: not %mcmini -k --threads=kernel %t unmap | FileCheck %s
// RUN: not %mcmini -k --algorithm=dfs %t unmap | FileCheck %s --check-prefix=DFS
// RUN: not %mcmini -k %t protect | FileCheck %s
// RUN: not %mcmini -k %t move | FileCheck %s
// CHECK-DAG: data race: *pages: atomic read at {{.*}}:[[# @LINE + 17]] and write at
// CHECK-DAG: data race: *pages: atomic read at {{.*}}:[[# @LINE + 17]] and write at
// CHECK-DAG: crash: SIGSEGV at address {{.*}} (in 1 trace)
// CHECK-DAG: crash: SIGSEGV at address {{.*}} (in 1 trace)
// CHECK: {{^}}3 traces: 1 completed, 0 deadlocked, 2 failed
// CHECK: {{^}}Every schedule of the program was explored.
// DFS: crash: SIGSEGV at address
// DFS: {{^}}Every schedule of the program was explored.
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

static pthread_mutex_t *pages;
static char what;

static void *locks(void *unused) {
  pthread_mutex_lock(pages);
  pthread_mutex_unlock(pages);
  return unused;
}

static void *takes(void *unused) {
  if (what == 'u')
    munmap(pages, 4096);
  else if (what == 'p')
    mprotect(pages, 4096, PROT_NONE);
  else
    mremap(pages, 4096, 4096, MREMAP_MAYMOVE | MREMAP_FIXED, (char *)pages + (64 << 20));
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  what = *argv[1];
  pages = mmap(NULL, 128 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  pthread_mutex_init(pages, NULL);
  pthread_create(&thread[0], NULL, locks, NULL);
  pthread_create(&thread[1], NULL, takes, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
