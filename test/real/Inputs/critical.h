// Two threads of OpenMP count in a critical section; NOCRITICAL: without it.
#include <assert.h>
#include <omp.h>
#include <stdatomic.h>
int main(void) {
  atomic_int count = 0;
#pragma omp parallel num_threads(2)
  {
#ifndef NOCRITICAL
#pragma omp critical
#endif
    count = count + 1;
  }
  assert(count == 2);
  return 0;
}
