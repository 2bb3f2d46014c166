// absl::Mutex (libabsl-dev) taken in two orders, as GMutex. Its own look for cycles is off: with it the
// second order aborts, which is the program's.
// RUN: pkg-config --cflags --libs absl_synchronization > flags && %mcmini-c++ -g -std=c++17 %s -o %t @flags
// RUN: not %mcmini %t off | FileCheck %s
// CHECK: mcmini: incomplete: nothing found, but {{.*}} of libabsl_synchronization.so{{.*}} goes by atomics that are not seen
// RUN: not %mcmini %t | FileCheck %s --check-prefix=ABORTS
// ABORTS: mcmini: assertion failed: abort() was called
#include <absl/synchronization/mutex.h>
#include <thread>

static absl::Mutex a, b;

static void take(absl::Mutex &first, absl::Mutex &second) {
  first.Lock();
  second.Lock();
  second.Unlock();
  first.Unlock();
}

int main(int argc, char **) {
  if (argc == 2)
    absl::SetMutexDeadlockDetectionMode(absl::OnDeadlockCycle::kIgnore);
  std::thread one([] { take(a, b); }), other([] { take(b, a); });
  one.join();
  other.join();
}
