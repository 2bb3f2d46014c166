// Of two reads of x with no visible operation between, the first is enough to find the race; but once
// x and y are transitions, both reads are: x may change between them.
// x = 1 before, between or after the reads of x, y = 1 before or after that of y: 3 * 2, less the one
// in which x changes last and y first.
// RUN: %mcmini-cc -g -O0 %s -o %t.0 && %mcmini-cc -g -O2 %s -o %t.2
// RUN: not %mcmini -k %t.0 | FileCheck %s
// RUN: not %mcmini -k %t.2 | FileCheck %s
// CHECK: assertion `before == after' failed
// CHECK: {{^}}5 traces: 3 completed, 0 deadlocked, 2 failed
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *reader(void *unused) {
  (void)unused;
  int before = x, between = y, after = x;
  assert(before == after);
  return between ? &x : NULL;
}

static void *writer(void *unused) {
  (void)unused;
  x = 1;
  y = 1;
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, reader, NULL);
  pthread_create(&thread[1], NULL, writer, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
}
