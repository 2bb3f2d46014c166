// 5 threads on one mutex have 120 traces. --max-traces counts all but sleep-set blocked ones;
// --timeout ends the search of 12 threads, whose 12! = 479001600 traces no machine explores in that
// time; both results are incomplete, with status 0.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini --max-traces=100 %t 5 | FileCheck %s --check-prefix=TRACES
// RUN: %mcmini --max-traces=100 %t.gcc 5 | FileCheck %s --check-prefix=TRACES
// TRACES: incomplete: nothing found, but the limit of --max-traces was reached
// TRACES: {{^}}100 traces: 100 completed
// RUN: %mcmini --max-traces=121 %t 5 | FileCheck %s --check-prefix=ALL
// ALL: ok: nothing found
// ALL: {{^}}120 traces: 120 completed
// RUN: %mcmini --timeout=0.3 %t 12 | FileCheck %s --check-prefix=TIME
// TIME: incomplete: nothing found, but the time of --timeout has passed
// TIME: {{^[0-9]+}} traces
#include "threads.h"
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  many_threads(atoi(argv[argc - 1]), worker);
  return 0;
}
