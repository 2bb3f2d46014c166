// A runtime that makes no step for ten seconds is an internal fault, with a file that says where it
// stood; with --timeout=1 the search ends before that, with what is known.
// REQUIRES: mutants
// RUN: %mcmini-cc -g %s -o %t
// RUN: bash %S/Inputs/hang %mcmini %t | FileCheck %s
// CHECK: hang:step: 70, {{.*}}the runtime makes no step any more; at mc_choose_thread
// CHECK-NEXT: sleep:step: 70, {{.*}}the runtime makes no step any more; at mc_choose_thread
// CHECK-NEXT: deaf:step: 70, {{.*}}the runtime makes no step any more, and does not say where it is; at -
// CHECK-NEXT: hang:trunk: 70, {{.*}}the runtime makes no step any more; at mc_start_search
// CHECK-NEXT: hang:start: 70, {{.*}}the runtime makes no step any more, and does not say where it is; at -
// CHECK-NEXT: hang:access: 70, {{.*}}the runtime makes no step any more; at {{(mc_)?plain_access|mc_access_plainly}}
// CHECK-NEXT: hang:step --timeout=1: 0, incomplete: {{.*}} --timeout has passed; 1 traces
// CHECK-NEXT: deaf:commit --timeout=1: 0, incomplete: {{.*}} --timeout has passed; 1 traces
// CHECK-NEXT: hang:start --timeout=1: 0, incomplete: {{.*}} --timeout has passed; 0 traces
// CHECK-NEXT: hang:access --timeout=1: 0, incomplete: {{.*}} --timeout has passed; 0 traces
#include <pthread.h>

enum { THREADS = 4 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *worker(void *argument) {
  pthread_mutex_lock(&lock);
  sum++;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
  return sum != THREADS;
}
