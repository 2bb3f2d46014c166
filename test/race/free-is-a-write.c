// One thread reads what another frees: a race, in whatever order they ran. Explored: if the memory is
// freed first, the read is a use after free. 2 classes.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: data race: *kept: read at free-is-a-write.c:14 and write at free-is-a-write.c:19, which nothing orders
// CHECK: thread 0.2 (drop){{.*}}: write
// CHECK-NEXT: at free-is-a-write.c:19
// CHECK-NOT: shadow.c
// CHECK: use after free: read of a variable in freed memory
// CHECK: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <stdlib.h>
static int *kept;
static void *use(void *argument) {
  return *kept ? argument : NULL;
}

static void *drop(void *argument) {
  // The pointer itself is not changed.
  free(kept);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  kept = calloc(1, sizeof *kept);
  pthread_create(&thread[0], NULL, use, NULL);
  pthread_create(&thread[1], NULL, drop, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
