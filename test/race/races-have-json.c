// --json has both accesses of a race: thread, place, expression, value, locks, stack.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -k --races=report --json=out.json %t | FileCheck %s --check-prefix=TEXT
// RUN: python3 %S/../driver/Inputs/check_json.py out.json && FileCheck %s --input-file=out.json
// RUN: not %mcmini --json=explored.json %t && python3 %S/../driver/Inputs/check_json.py explored.json
// RUN: FileCheck %s --input-file=explored.json --check-prefix=EXPLORED
// TEXT: thread 0.1 (work), after step {{[0-9]+}}: write pool->length: -7, holding pool->lock
// TEXT: thread 0.2 (peek), after step {{[0-9]+}}: read pool->length: -7
// CHECK: "kind": "data-race",
// CHECK: "race": {
// CHECK-NEXT: "object": "pool->length",
// CHECK-NEXT: "accesses": [
// CHECK-NEXT: {
// CHECK-NEXT: "thread": "0.1",
// CHECK-NEXT: "access": "write",
// CHECK-NEXT: "thread_long": "0.1 (work)",
// CHECK-NEXT: "step": {{[0-9]+}},
// CHECK-NEXT: "is_step": false,
// CHECK-NEXT: "is_pending": false,
// CHECK-NEXT: "locks": [
// CHECK-NEXT: "pool->lock"
// CHECK-NEXT: ],
// CHECK-NEXT: "stack": [
// CHECK: "line": 54
// CHECK-NEXT: "function": "set",
// CHECK: "line": 58
// CHECK-NEXT: "function": "work",
// CHECK: "value": -7,
// CHECK-NEXT: "file": "{{.*}}races-have-json.c",
// CHECK-NEXT: "line": 54,
// CHECK-NEXT: "function": "set",
// CHECK-NEXT: "expression": "pool->length",
// CHECK: "thread": "0.2",
// CHECK-NEXT: "access": "read",
// CHECK: "locks": [],
// CHECK: "value": -7,
// CHECK: "function": "peek",
// CHECK-NEXT: "expression": "pool->length",
// CHECK: "missing_lock": "pool->lock",
// CHECK: "followed_by": null
// CHECK: "schedule": [{{$}}
// EXPLORED: "kind": "data-race",
// EXPLORED: "followed_by": {{[0-9]+,$}}
// EXPLORED: "schedule": [{{$}}
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static struct pool {
  int length;
  pthread_mutex_t lock;
} *pool;

static void set(int length) { // line 53
  pool->length = length;
}
static void *work(void *argument) {
  pthread_mutex_lock(&pool->lock);
  set(-7);
  pthread_mutex_unlock(&pool->lock);
  return argument;
}

static void *peek(void *argument) {
  assert(pool->length <= 0);
  return argument;
}

static void *poll(void *argument) {
  pthread_mutex_lock(&pool->lock);
  pool->length = 1;
  pthread_mutex_unlock(&pool->lock);
  return argument;
}

int main(void) {
  pthread_t thread[3];
  pool = calloc(1, sizeof *pool);
  pthread_create(&thread[0], NULL, work, NULL);
  pthread_create(&thread[1], NULL, peek, NULL);
  pthread_create(&thread[2], NULL, poll, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  free(pool);
  return 0;
}
