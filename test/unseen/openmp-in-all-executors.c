// OpenMP's locks and tasks (libgomp), without the table of locks. Their waits are system calls of the library's own: they are operations in
// every way in which traces are run, also beside a signal's handler and an open file, which need a
// process for each trace. They were "a trace that does not end". The locks are taken in two orders: their
// atomics are operations, and the deadlock is found. Without those the result is not complete.
// RUN: %gcc -g -fopenmp %s -o %t
// RUN: not %mcmini --locks=off --atomics=off %t | FileCheck %s --check-prefixes=CHECK%if snapshots %{,FAST%}
// RUN: not %mcmini --locks=off --atomics=off --isolation=fork %t | FileCheck %s
// RUN: not %mcmini --locks=off --atomics=off --threads=kernel %t | FileCheck %s
// RUN: not %mcmini --locks=off --atomics=off %t handler | FileCheck %s
// RUN: not %mcmini --locks=off --atomics=off %t file | FileCheck %s --check-prefix=CHECK
// CHECK: mcmini: incomplete: nothing found, but {{.*}}libgomp.so.1 goes by atomics that are not seen
// RUN: not %mcmini --locks=off %t | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini --locks=off --isolation=fork %t handler | FileCheck %s --check-prefix=DEADLOCK
// RUN: not %mcmini --locks=off --threads=kernel %t | FileCheck %s --check-prefix=DEADLOCK
// DEADLOCK: mcmini: deadlock: 2 threads wait and none can ever go on
// FAST-NOT: a process for each trace
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// CHECK: Not every schedule
#include <fcntl.h>
#include <omp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

static omp_lock_t a, b;

static void handle(int signal) { (void)signal; }

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "handler"))
    signal(SIGUSR1, handle);
  omp_init_lock(&a), omp_init_lock(&b);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      if (argc == 2 && !strcmp(argv[1], "file") && open("/dev/null", O_WRONLY) < 0)
        abort();
      omp_set_lock(&a), omp_set_lock(&b);
      omp_unset_lock(&b), omp_unset_lock(&a);
    }
#pragma omp section
    {
      omp_set_lock(&b), omp_set_lock(&a);
      omp_unset_lock(&a), omp_unset_lock(&b);
    }
  }
  return 0;
}
