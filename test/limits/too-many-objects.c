// More objects than McMini's tables hold: the result is incomplete and says why, in the trunk and in
// a trace. The same memory used anew is one object.
// REQUIRES: deep
// RUN: %mcmini-cc -g %s -o %t
// RUN: sh -c '%mcmini %t 70000 0; echo status $?' | FileCheck %s
// RUN: sh -c '%mcmini --max-depth=200000 %t 0 70000; echo status $?' | FileCheck %s
// CHECK: more than 65535 objects
// CHECK: status 3
// RUN: %mcmini %t 1000 1000 | FileCheck %s --check-prefix=FEW
// FEW: ok: nothing found
#include <pthread.h>
#include <stdlib.h>

static void *use(void *count) {
  const long n = atol(count);
  pthread_mutex_t *mutex = calloc((size_t)n + 1, sizeof *mutex);
  for (long i = 0; i < n; i++)
    pthread_mutex_lock(&mutex[i]);
  for (long i = 0; i < n; i++)
    pthread_mutex_unlock(&mutex[i]);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  use(argv[argc - 2]);
  pthread_create(&thread, NULL, use, argv[argc - 1]);
  pthread_join(thread, NULL);
  return 0;
}
