// A barrier of libgomp: what each has done before it is there behind it. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -fopenmp
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}96 traces: 96 completed
// RUN: %gcc -DNOBARRIER -w -g -O1 %s -o mutant.nobarrier -pthread -fopenmp
// RUN: not %mcmini ./mutant.nobarrier | FileCheck --check-prefix=NOBARRIER %s
// NOBARRIER: assertion failed
// REQUIRES: real, gcc
#include <assert.h>
#include <omp.h>
#include <stdatomic.h>
static atomic_int seen[2];
int main(void) {
#pragma omp parallel num_threads(2)
  {
    int me = omp_get_thread_num();
    atomic_store(&seen[me], 1);
#ifndef NOBARRIER
#pragma omp barrier
#endif
    assert(atomic_load(&seen[1 - me]) == 1);
  }
  return 0;
}
