// What a call reads or writes whose extent only its return tells is seen in both orders: 2 traces, one with
// each outcome. A read of a pipe has a step of its own, and one for the racy word before and behind it: 3, as the
// other may come between.
// RUN: %mcmini-cc -g -O1 -w -DCALL="length = strlen(text)" -DOTHER="text[1] = 0" -DFIRST="length == 2" -DSECOND="length == 1" %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s -DTRACES=2
// RUN: %mcmini-cc -g -O1 -w -DCALL="length = !strcmp(text, \"ab\")" -DOTHER="text[0] = 'c'" -DFIRST="length == 1" -DSECOND="length == 0" %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s -DTRACES=2
// RUN: %mcmini-cc -g -O1 -w -DCALL="snprintf(text, sizeof text, \"a%%d\", 7)" -DOTHER="seen = text[1]" -DFIRST="seen == '7'" -DSECOND="seen == 'b'" %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s -DTRACES=2
// RUN: %mcmini-cc -g -O1 -w -DCALL="read(end[0], text, 8)" -DOTHER="seen = text[0]" -DFIRST="seen == 'x'" -DSECOND="seen == 'a'" %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s -DTRACES=3
// RUN: %mcmini-cc --from-tsan -g -O1 -w -DCALL="length = strlen(text)" -DOTHER="text[1] = 0" -DFIRST="length == 2" -DSECOND="length == 1" %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s -DTRACES=2
// RUN: %mcmini-cc --from-tsan -g -O1 -w -DCALL="snprintf(text, sizeof text, \"a%%d\", 7)" -DOTHER="seen = text[1]" -DFIRST="seen == '7'" -DSECOND="seen == 'b'" %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s -DTRACES=2
// CHECK: mcmini: 3 findings
// CHECK-DAG: data race: text
// CHECK-DAG: assertion failed: assertion `!first'
// CHECK-DAG: assertion failed: assertion `!second'
// CHECK: {{^}}[[TRACES]] traces: 0 completed, 0 deadlocked, [[TRACES]] failed
// CHECK: {{^}}Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char text[8] = "ab";
static int seen, end[2];
static size_t length;

static void *other(void *argument) {
  OTHER;
  return argument;
}

int main(void) {
  pthread_t thread;
  if (pipe(end) || write(end[1], "x", 1) != 1)
    return 1;
  pthread_create(&thread, NULL, other, NULL);
  CALL;
  pthread_join(thread, NULL);
  const int first = FIRST, second = SECOND;
  assert(!first);
  assert(!second);
  return 0;
}
