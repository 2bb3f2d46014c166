// One thread takes memory away, the other one uses it. The first trace has the use behind that: it faults, which ends the
// trace. The order in which the use comes first is explored all the same, and there the program aborts.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// DEFINE: %{what} = unmap
// DEFINE: %{run} = not %mcmini -k %t %{what} | FileCheck %s --check-prefixes=CHECK,%{what}
// RUN: %{run}
// REDEFINE: %{what} = protect
// RUN: %{run}
// REDEFINE: %{what} = readable
// RUN: %{run}
// REDEFINE: %{what} = free
// RUN: %{run}
// RUN: not %mcmini -k --heap=libc %t free | FileCheck %s
// RUN: not %mcmini -k --isolation=fork %t unmap | FileCheck %s
// RUN: not %mcmini -k --threads=kernel %t free | FileCheck %s
// CHECK-DAG: Finding {{[0-9]}}: data race: *memory: write at
// CHECK-DAG: Finding {{[0-9]}}: assertion failed: abort() was called
// unmap-DAG: Finding {{[0-9]}}: crash: SIGSEGV
// protect-DAG: Finding {{[0-9]}}: crash: SIGSEGV
// readable-DAG: Finding {{[0-9]}}: crash: SIGSEGV
// free-DAG: Finding {{[0-9]}}: use after free: write of a variable in freed memory: byte 0 of a chunk of 200000 bytes
// CHECK: {{^}}3 traces: 1 completed, 0 deadlocked, 2 failed
// A call of the system fails in place of that.
// RUN: not %mcmini -k --output=all %t call | FileCheck %s --check-prefix=CALL
// CALL-DAG: {{^}}read -1{{$}}
// CALL-DAG: {{^}}read 1{{$}}
// CALL-DAG: data race: *memory: write at
// CALL: Every schedule of the program was explored.
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static char *memory, what;
static atomic_int is_used;
static int zeros;

static void *takes(void *unused) {
  if (what == 'u')
    munmap(memory, 4096);
  else if (what == 'f')
    free(memory);
  else
    mprotect(memory, 4096, what == 'p' ? PROT_NONE : PROT_READ);
  if (is_used)
    abort();
  return unused;
}

static void *uses(void *unused) {
  *memory = 1;
  is_used = 1;
  return unused;
}

static void *reads(void *unused) {
  printf("read %d\n", (int)read(zeros, memory, 1));
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  what = *argv[1];
  zeros = open("/dev/zero", O_RDONLY);
  memory = what == 'f' ? malloc(200000) : mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  pthread_create(&thread[0], NULL, takes, NULL);
  pthread_create(&thread[1], NULL, what == 'c' ? reads : uses, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
