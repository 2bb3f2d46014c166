// Threads call pthread_once on one control: one of them, any, runs the function, all others return
// after it. Who runs it is what differs: N traces where nothing else can.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --output=all %t 2 | sort -u | FileCheck %s --check-prefix=TWO
// RUN: %mcmini --output=all %t.gcc 2 | sort -u | FileCheck %s --check-prefix=TWO
// TWO: 0 deadlocked, 0 failed
// TWO: by 0
// TWO-NEXT: by 1
// TWO-NOT: by
// RUN: %mcmini --output=all %t 3 | sort -u | FileCheck %s --check-prefix=THREE
// RUN: %mcmini --output=all %t.gcc 3 | sort -u | FileCheck %s --check-prefix=THREE
// THREE: 0 deadlocked, 0 failed
// THREE: by 0
// THREE-NEXT: by 1
// THREE-NEXT: by 2
// THREE-NOT: by
#include "threads.h"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static __thread long self;
static int calls;
static long by = -1;

static void function(void) {
  calls++;
  by = self;
}

static void *worker(void *argument) {
  self = (long)argument;
  pthread_once(&control, function);
  assert(calls == 1 && by >= 0);
  return argument;
}

int main(int argc, char **argv) {
  many_threads(atoi(argv[argc - 1]), worker);
  printf("by %ld\n", by);
  return 0;
}
