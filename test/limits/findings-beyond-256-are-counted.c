// 300 assertions fail: 256 are listed, and how many there are is said; a finding that is listed is
// counted in each of its traces, also behind the limit.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: not %mcmini -k -q --json=out.json %t > report
// RUN: FileCheck %s --input-file=report
// RUN: grep unlisted out.json | FileCheck %s --check-prefix=JSON
// RUN: python3 %S/../driver/Inputs/check_json.py out.json
// CHECK: mcmini: 300 findings, of which 256 are listed
// CHECK: Finding 1: {{.*}} (in 2 traces)
// CHECK: Finding 256:
// CHECK-NOT: Finding 257
// CHECK: {{^}}600 traces: 0 completed, 0 deadlocked, 600 failed
// JSON: "unlisted_findings": 44
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *take(void *unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[64];
  pthread_create(&thread, NULL, take, NULL);
  take(NULL);
  pthread_join(thread, NULL);
  snprintf(text, sizeof text, "%d", mc_choose(300));
  __assert_fail(text, __FILE__, __LINE__, "main");
}
