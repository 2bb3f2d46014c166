// Four threads at a barrier of two: which two make a round together is explored, so each of the
// threads 0, 1 and 2 is somewhere the lowest of its round (thread 3 never is). The first trace in
// which a third thread comes makes the search begin anew with the arrivals dependent.
// RUN: %mcmini-cc -g %s -o %t && %mcmini -q --output=all %t > out
// RUN: grep -o 'serial [0-9]' out | sort -u | FileCheck %s
// RUN: FileCheck --check-prefix=VERDICT --input-file=out %s
// CHECK: serial 0
// CHECK-NEXT: serial 1
// CHECK-NEXT: serial 2
// CHECK-NOT: serial 3
// VERDICT: Every schedule of the program was explored.
#include <pthread.h>
#include <stdio.h>

static pthread_barrier_t barrier;

static void *arrive(void *number) {
  if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
    printf("serial %ld\n", (long)number);
  return NULL;
}

int main(void) {
  pthread_t thread[4];
  pthread_barrier_init(&barrier, NULL, 2);
  for (long i = 0; i < 4; i++)
    pthread_create(&thread[i], NULL, arrive, (void *)i);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
