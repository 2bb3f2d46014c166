// N threads that lock and unlock one mutex once: the N! orders of the critical sections.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t 2 | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.gcc 2 | FileCheck %s --check-prefix=TWO
// TWO: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t 3 | FileCheck %s --check-prefix=THREE
// RUN: %mcmini %t.gcc 3 | FileCheck %s --check-prefix=THREE
// THREE: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t 4 | FileCheck %s --check-prefix=FOUR
// RUN: %mcmini %t.gcc 4 | FileCheck %s --check-prefix=FOUR
// FOUR: {{^}}24 traces: 24 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  (void)argc;
  many_threads(atoi(argv[1]), worker);
  return 0;
}
