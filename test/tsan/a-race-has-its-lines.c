// A data race of a program that gcc has compiled has its object's name, both lines and both stacks, and
// the report says how the files were instrumented. In C and as C++, through gcc and clang. One writer
// and one reader: 2 traces.
// RUN: %mcmini-cc --from-tsan -O1 %s -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ --from-tsan -O1 -x c++ %s -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-cc --from-tsan=%clang %s -o %t && not %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ --from-tsan=%clang -x c++ %s -o %t && not %mcmini %t | FileCheck %s
// CHECK: data race: pool.jobs: write at a-race-has-its-lines.c:[[@LINE+15]] and read at a-race-has-its-lines.c:[[@LINE+23]], which nothing orders
// CHECK: thread 0.1 (writer), {{.*}}: write
// CHECK-NEXT: at a-race-has-its-lines.c:[[@LINE+13]]  static void __attribute__((noinline)) add(void)
// CHECK-NEXT: from a-race-has-its-lines.c:[[@LINE+15]]  add();
// CHECK: thread 0.2 (reader), {{.*}}: read
// CHECK: at a-race-has-its-lines.c:[[@LINE+18]]  seen = pool.jobs;
// CHECK-NOT: from
// CHECK: instrumented {{.*}}a-race-has-its-lines.c, by -fsanitize=thread
// CHECK: {{^}}2 traces: 2 completed
#include <pthread.h>
#include <stddef.h>

static struct { int size, jobs; } pool;
int seen;

static void __attribute__((noinline)) add(void) { pool.jobs = 1; }

static void *writer(void *argument) {
  add();
  return argument;
}

static void *reader(void *argument) {
  seen = pool.jobs;
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, writer, NULL);
  pthread_create(&thread[1], NULL, reader, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
}
