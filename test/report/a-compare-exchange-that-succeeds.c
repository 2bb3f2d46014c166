// The words of a compare-exchange in a schedule: only one that fails is said to fail. (It was said of each.)
// RUN: %mcmini-cc -g -O1 %s -o %t && not %mcmini --schedule=full %t | FileCheck %s
// CHECK: compare-exchange x: 0 -> 1{{$| +[0-9]}}
// CHECK: compare-exchange x: 1, fails
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *take(void *a) {
  int expected = 0;
  assert(atomic_compare_exchange_strong(&x, &expected, 1));
  return a;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, take, 0);
  take(0);
  pthread_join(t, 0);
  return 0;
}
