// What a thread does before it registers a handler happens before what the handler does: a lock of libc's orders both.
// What it does behind that is a race with the handler.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: %mcmini --require-complete %t | FileCheck %s
// RUN: not %mcmini -k %t behind | FileCheck %s --check-prefix=BEHIND
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}2 traces: 2 completed
// BEHIND: data race: value: write at {{.*}}:[[# @LINE + 17]] and read at {{.*}}:[[# @LINE + 9]], which nothing orders
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

static int value;
static bool is_behind;

static void handler(void) {
  volatile int copy = value;
}

static void *registers(void *unused) {
  if (!is_behind)
    value = 1;
  atexit(handler);
  if (is_behind)
    value = 1;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  is_behind = argc > 1;
  pthread_create(&thread, NULL, registers, NULL);
  return 0;
}
