// A thread that waits in a futex inside a library, here of a task of OpenMP, has a stack that can be
// walked: from where its system call was put aside on to the library's and the program's frames.
// RUN: %gcc -g -O1 -fopenmp -fsanitize=thread -c %s -o %t.o && %mcmini-cc --from-tsan %t.o -o %t -lgomp
// RUN: not %mcmini -k --atomics=off --max-traces=40 %t > %t.out; FileCheck %s < %t.out
// RUN: not %mcmini -k --max-traces=10 %t | FileCheck %s --check-prefix=ORDERED --implicit-check-not='data race'
// ORDERED: plain loads and stores of libgomp.so.1 are not seen
// That libgomp orders the two is not seen, unless its atomics are operations. The loop in which it waits makes no other finding.
// CHECK-NOT: crash
// CHECK: data race: sum
// CHECK-NOT: crash
// CHECK: {{[0-9]+}} traces: {{[0-9]+}} completed, 0 deadlocked, 0 failed
#include <stdlib.h>

static int sum;

int main(void) {
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    for (int i = 0; i < 3; i++)
#pragma omp task
#pragma omp atomic
      sum += i;
#pragma omp taskwait
    if (sum != 3)
      abort();
  }
  return 0;
}
