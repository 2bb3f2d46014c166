// Thread 0.1 is alone with `own`, but where thread 0.2 has read `is_closed` before main sets it, which the first trace
// does not show. There 0.2 stores before both loads of 0.1, between them, or after them: 3 classes and the first one. For
// two of them 0.2 must come before what seemed local, so the search restarts.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini --algorithm=pop %t | FileCheck %s
// CHECK: {{^}}4 traces: 4 completed
// CHECK-NEXT: Every schedule of the program was explored.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int is_closed, own;

static void *loads(void *unused) {
  atomic_load(&own);
  atomic_load(&own);
  return unused;
}

static void *stores(void *unused) {
  if (!atomic_load(&is_closed))
    atomic_store(&own, 7);
  return unused;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, NULL, loads, NULL);
  pthread_create(&writer, NULL, stores, NULL);
  atomic_store(&is_closed, 1);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
