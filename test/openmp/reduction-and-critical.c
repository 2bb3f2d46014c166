// What libgomp orders is no race, and all of it is explored: the loads and stores by which its barriers and critical
// sections wait are seen as machine code, beside code with -fsanitize=thread as beside none. What could be hidden are the
// schedules in which a thread passes a barrier before the other one has looked.
// RUN: %gcc -g -O1 -fopenmp %s -o %t && %mcmini %t | FileCheck %s --check-prefixes=CHECK,GCC
// RUN: %mcmini-cc --from-tsan -g -O1 -fopenmp %s -o %t && %mcmini %t | FileCheck %s --check-prefixes=CHECK,TSAN
// CHECK: mcmini: ok: nothing found
// GCC: {{^}}Every schedule of the program's thread primitives was explored; of its memory accesses those of libgomp
// TSAN: {{^}}Every schedule of the program was explored.
// RUN: %mcmini-cc --from-tsan -g -O1 -fopenmp -DREDUCTION %s -o %t && %mcmini %t | FileCheck %s --check-prefix=SUM
// SUM: mcmini: ok: nothing found
// SUM: {{^}}Every schedule of the program was explored.

// Without the critical section an addition can be lost: a race, and an assertion that fails.
// RUN: %mcmini-cc --from-tsan -g -O1 -fopenmp -DWRONG %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=WRONG
// WRONG-DAG: data race: {{.*}}: write at reduction-and-critical.c:[[#]] and read at reduction-and-critical.c:[[#]]
// WRONG-DAG: assertion failed: assertion `sum == 2' failed
#include <assert.h>

int main(void) {
  int sum = 0;
#ifdef REDUCTION
#pragma omp parallel for reduction(+ : sum) num_threads(2)
  for (int i = 0; i < 2; i++)
    sum += 1;
#else
#pragma omp parallel num_threads(2)
  {
#ifndef WRONG
#pragma omp critical
#endif
    sum += 1;
  }
#endif
  assert(sum == 2);
}
