// AddressSanitizer looks at what strlen, read and printf use before McMini is told of it, and ends the process. The use
// is a step all the same: also the order is explored in which it comes first, and in which the program aborts.
// Where it cannot be seen that the sanitizer ends the process, the verdict is incomplete.
// REQUIRES: asan, dispatch
// RUN: %mcmini-cc -g -O1 -w -fsanitize=address %s -o %t
// RUN: not %mcmini -k %t text | FileCheck %s
// RUN: not %mcmini -k %t file | FileCheck %s
// RUN: not %mcmini -k %t print | FileCheck %s
// RUN: not %mcmini -k %t atomic | FileCheck %s
// CHECK-DAG: data race:
// CHECK-DAG: exit with a nonzero status: the program exits with status 1
// CHECK-DAG: assertion failed: abort() was called
// CHECK: {{^}}3 traces: 1 completed, 0 deadlocked, 2 failed
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *memory, what;
static atomic_int is_used;
static int zeros;
static char text[64];
static volatile size_t length;

static void *frees(void *unused) {
  free(memory);
  if (is_used)
    abort();
  return unused;
}

static void *uses(void *unused) {
  if (what == 't')
    length = strlen(memory);
  else if (what == 'f')
    length = (size_t)read(zeros, memory, 8);
  else if (what == 'p')
    snprintf(text, sizeof text, "%s", memory);
  else
    atomic_fetch_add((atomic_int *)memory, 1);
  is_used = 1;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  what = *argv[1];
  memory = calloc(64, 1);
  zeros = open("/dev/zero", O_RDONLY);
  pthread_create(&thread[0], NULL, frees, NULL);
  pthread_create(&thread[1], NULL, uses, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
