// What the locks of this folder are compared with: a mutex has (threads * rounds)! /
// rounds!^threads traces, the orders of its critical sections.
// RUN: %S/Inputs/lock-counts "%mcmini-cc -I %S/../Inputs" %mcmini %t %s | FileCheck %s
// CHECK: traces 2 6 6 90
#include "Inputs/lock.h"
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(int me) {
  (void)me;
  pthread_mutex_lock(&mutex);
}
static void unlock(int me) {
  (void)me;
  pthread_mutex_unlock(&mutex);
}
