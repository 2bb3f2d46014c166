// As a mutex: N! orders of N sections. An attempt beside a section is before, after or within it.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t lock 2 | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.gcc lock 2 | FileCheck %s --check-prefix=TWO
// TWO: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t lock 3 | FileCheck %s --check-prefix=THREE
// RUN: %mcmini %t.gcc lock 3 | FileCheck %s --check-prefix=THREE
// THREE: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// RUN: %mcmini %t try 2 | FileCheck %s --check-prefix=TRY
// RUN: %mcmini %t.gcc try 2 | FileCheck %s --check-prefix=TRY
// TRY: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

static pthread_spinlock_t lock;
static char how;

static void *worker(void *argument) {
  int result = 0;
  if (argument == 0 || how == 'l')
    result = pthread_spin_lock(&lock);
  else
    result = pthread_spin_trylock(&lock);
  assert(result == 0 || result == EBUSY);
  if (result == 0)
    pthread_spin_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 2][0];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  many_threads(atoi(argv[argc - 1]), worker);
  pthread_spin_destroy(&lock);
  return 0;
}
