// A call that may throw (cancellation unwinds the stack) is an invoke before and after.
// RUN: %clangxx -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clangxx -fplugin=%plugin -O2 -S -emit-llvm -o - %s | FileCheck %s
#include <pthread.h>
#include <semaphore.h>

struct Guard {
  pthread_mutex_t &mutex;
  ~Guard() { pthread_mutex_unlock(&mutex); }
};

// CHECK-LABEL: @_Z4waitR15pthread_mutex_t
// CHECK: invoke i32 @__mcmini_pthread_cond_wait({{.*}}@mc.site
// CHECK-NEXT: to label %{{.*}} unwind label
// CHECK: landingpad
void wait(pthread_mutex_t &mutex, pthread_cond_t &condition) {
  Guard guard{mutex};
  pthread_cond_wait(&condition, &mutex);
}

// CHECK-LABEL: @_Z7acquireP5sem_t
// CHECK: invoke i32 @__mcmini_sem_wait({{.*}}@mc.site
bool acquire(sem_t *semaphore) {
  try {
    return sem_wait(semaphore) == 0;
  } catch (...) {
    return false;
  }
}
