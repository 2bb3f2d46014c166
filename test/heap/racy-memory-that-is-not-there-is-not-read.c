// Two threads use a large chunk of a third one, which races: its bytes are transitions from then on, in
// schedules, too, in which its owner has not yet made it. Nobody reads it there, and McMini must not, either: it
// was a crash of the program.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: not %mcmini -q -k --algorithm=pos --max-traces=200 %t | FileCheck %s
// RUN: not %mcmini -q -k --algorithm=pct --max-traces=200 %t | FileCheck %s
// RUN: not %mcmini -q -k --algorithm=dfs --max-traces=200 %t | FileCheck %s
// RUN: not %mcmini -q -k --max-traces=200 %t | FileCheck %s
// RUN: not %mcmini -q -k --max-traces=200 --heap=fast %t | FileCheck %s
// RUN: not %mcmini -q -k --max-traces=200 --heap=libc %t | FileCheck %s
// CHECK-NOT: crash
// CHECK: {{^}}200 traces: 200 completed, 0 deadlocked, 0 failed
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 200000 };
static char *volatile block;

static void *make(void *unused) {
  char *p = malloc(SIZE);
  memset(p, 1, 64);
  p[100] = 1;
  block = p;
  p[100]++;
  p[SIZE - 1] = 2;
  return unused;
}

static void *use(void *unused) {
  char *p = block;
  if (!p)
    return unused;
  p[100]++;
  p[SIZE - 1]++;
  p[5] = 3;
  memset(p + 10, 4, 20);
  __atomic_fetch_add((int *)(p + 200), 1, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, i ? use : make, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  free(block);
  return 0;
}
