// A data race is shown at the end of its trace, with the two transitions.
// RUN: %mcmini-cc -g -I %root/include %s -o %t && not %mcmini -q %t
// RUN: %mcmini-gdb -ex 'mcmini forward end' %name.data-race-0001.trace %t | FileCheck %s
// CHECK: *** data race: two accesses that nothing orders
// CHECK-NEXT: [[#FIRST:]]: thread 0: write shared at a-race-names-its-transitions.c:[[@LINE+16]]
// CHECK-NEXT: [[#]]: thread 0.1: write shared at a-race-names-its-transitions.c:[[@LINE+8]]
#include <mcmini/mcmini.h>
#include <pthread.h>

static int shared;

static void *other(void *argument) {
  (void)argument;
  MC_WRITE(shared, 2);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, other, NULL);
  MC_WRITE(shared, 1);
  pthread_join(thread, NULL);
  return 0;
}
