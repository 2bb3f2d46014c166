// A write and a read that nothing orders: the finding names the field, both threads and both lines.
// Both orders are explored, the race is the same finding in each: 2 traces.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -I %root/include -o %t
// RUN: not %mcmini -k --json=a.json %t | FileCheck %s
// CHECK: mcmini: data race: pool->count: write at a-data-race-is-named-by-its-field-and-lines.c:[[@LINE+24]] and read at a-data-race-is-named-by-its-field-and-lines.c:[[@LINE+29]], which nothing orders
// CHECK: thread 0.1 (writer), step {{[0-9]+}}: write pool->count: 0 -> 1
// CHECK-NEXT: a-data-race-is-named-by-its-field-and-lines.c:[[@LINE+22]]
// CHECK: thread 0.2 (reader), step {{[0-9]+}}: read pool->count
// CHECK-NEXT: a-data-race-is-named-by-its-field-and-lines.c:[[@LINE+25]]
// CHECK: To see it again: mcmini replay a-data-race-is-named-by-its-field-and-lines.c.tmp.data-race-0001.trace
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: FileCheck %s --input-file=a.json --check-prefix=JSON
// JSON: "kind": "data-race"
// JSON: "message": "pool->count: write at a-data-race-is-named-by-its-field-and-lines.c:[[@LINE+15]] and read at a-data-race-is-named-by-its-field-and-lines.c:[[@LINE+20]], which nothing orders"
// JSON: "traces": 2
// The schedule in the trace file shows it again.
// RUN: not %mcmini replay %name.data-race-0001.trace -- %t | FileCheck %s --check-prefix=AGAIN
// AGAIN: data race: pool->count: write at 
#include "threads.h"
#include <mcmini/mcmini.h>
#include <stdlib.h>

static struct pool {
  int unused;
  int count;
} *pool;

static void *writer(void *argument) {
  MC_WRITE(pool->count, 1);
  return argument;
}

static void *reader(void *argument) {
  volatile int sink = MC_READ(pool->count);
  (void)sink;
  return argument;
}

int main(void) {
  pool = calloc(1, sizeof *pool);
  in_threads(writer, reader);
  free(pool);
  return 0;
}
