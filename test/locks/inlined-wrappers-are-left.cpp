// absl::MutexLock is inlined from a header of the system, which calls the lock: the step has the program's line.
// RUN: pkg-config --cflags --libs absl_synchronization > %t.flags && %gxx -g -O2 %s -o %t @%t.flags && not %mcmini %t | FileCheck %s
// CHECK: mcmini: deadlock: 3 threads wait and none can ever go on
// CHECK: {{^ +}}4 lock a [[#]] absl::MutexLock outer(&first);
#include <absl/synchronization/mutex.h>
#include <pthread.h>

static absl::Mutex a, b;

static void take(absl::Mutex &first, absl::Mutex &second) {
  absl::MutexLock outer(&first);
  absl::MutexLock inner(&second);
}

static void *forward(void *argument) {
  take(a, b);
  return argument;
}

static void *backward(void *argument) {
  take(b, a);
  return argument;
}

int main() {
  pthread_t one, other;
  pthread_create(&one, nullptr, forward, nullptr);
  pthread_create(&other, nullptr, backward, nullptr);
  pthread_join(one, nullptr);
  pthread_join(other, nullptr);
}
