// --json has the documented members and no others; two runs differ only in the time.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini --json=result.json %t one "two words" > report
// RUN: not %mcmini --json=- %t one "two words" > again.json
// RUN: sed '/"seconds"/d' result.json > a && sed '/"seconds"/d' again.json > b && diff a b
// RUN: python3 %S/Inputs/check_json.py result.json
// RUN: FileCheck %s --input-file=result.json
// CHECK: "program": [
// CHECK-NEXT: json-has-the-documented-shape
// CHECK-NEXT: "one",
// CHECK-NEXT: "two words"
// CHECK: "verdict": "failed"
// CHECK: "algorithm": "optimal"
// CHECK: "threads": 2
// CHECK: "kind": "assertion"
// CHECK: "traces": 1,
// CHECK-NEXT: "random_traces": 0,
// CHECK: "trace_file": "json-has-the-documented-shape.c.tmp.assertion-0001.trace"
// CHECK: "operation": "lock",
// CHECK-NEXT: "object": "lock",
// CHECK: "file": "{{.*}}json-has-the-documented-shape.c",
// CHECK-NEXT: "line": 30
// CHECK: "coverage": "The search ended at the first finding; --keep-going explores the rest."
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock); // line 30
  pthread_mutex_unlock(&lock);
  assert(!"reached");
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
