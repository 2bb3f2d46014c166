// absl::Mutex (libabsl-dev) taken in two orders, as GMutex, without the table of locks: the deadlock is found, in one order nothing is. Its own look for cycles is off: with it the
// second order aborts, which is the program's.
// RUN: pkg-config --cflags --libs absl_synchronization > flags && %mcmini-c++ -g -std=c++17 %s -o %t @flags
// RUN: not %mcmini --locks=off %t off | FileCheck %s
// CHECK: mcmini: deadlock: 3 threads wait and none can ever go on
// CHECK: {{^}}{{[0-9]+}} traces: {{[0-9]+}} completed, 1 deadlocked,
// CHECK: {{^}}Not every schedule of the program was explored: only fair schedules were explored.
// RUN: not %mcmini --locks=off --atomics=off %t off | FileCheck %s --check-prefix=OFF
// OFF: mcmini: incomplete: nothing found, but {{.*}} of libabsl_synchronization.so{{.*}} goes by atomics that are not seen
// RUN: %mcmini-c++ -g -std=c++17 -DRIGHT %s -o %t.right @flags && not %mcmini --locks=off %t.right off | FileCheck %s --check-prefix=RIGHT
// RIGHT: mcmini: incomplete: nothing found, but only fair schedules were explored
// RUN: not %mcmini --locks=off %t | FileCheck %s --check-prefix=ABORTS
// ABORTS: mcmini: assertion failed: abort() was called
#include <absl/synchronization/mutex.h>
#include <thread>

#ifdef RIGHT
#define SECOND take(a, b)
#else
#define SECOND take(b, a)
#endif

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
  std::thread one([] { take(a, b); }), other([] { SECOND; });
  one.join();
  other.join();
}
