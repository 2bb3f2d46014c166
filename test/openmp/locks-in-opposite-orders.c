// Two OpenMP locks, taken in opposite orders in two sections: both ways to build find the deadlock, and explore the rest.
// RUN: %gcc -g -O1 -fopenmp %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefixes=CHECK,GCC
// RUN: %mcmini-cc --from-tsan -g -O1 -fopenmp %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefixes=CHECK,TSAN
// CHECK: mcmini: deadlock: 2 threads wait and none can ever go on
// GCC: {{^}}Every schedule of the program's thread primitives was explored; of its memory accesses those of libgomp
// TSAN: {{^}}Every schedule of the program was explored.
#include <omp.h>

int main(void) {
  omp_lock_t a, b;
  omp_init_lock(&a);
  omp_init_lock(&b);
#pragma omp parallel sections num_threads(2)
  {
#pragma omp section
    {
      omp_set_lock(&a);
      omp_set_lock(&b);
      omp_unset_lock(&b);
      omp_unset_lock(&a);
    }
#pragma omp section
    {
      omp_set_lock(&b);
      omp_set_lock(&a);
      omp_unset_lock(&a);
      omp_unset_lock(&b);
    }
  }
}
