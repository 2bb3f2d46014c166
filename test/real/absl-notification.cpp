// absl::Notification: told before, or after, the value is there. It is one operation, and there is
// one order. Preloaded.
//
// RUN: pkg-config --cflags --libs absl_synchronization > flags
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}1 traces: 1 completed
// RUN: %gxx -std=c++17 -DEARLY -w -g -O1 %s -o mutant.early -pthread @flags
// RUN: not %mcmini ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libabsl-dev
#include <absl/synchronization/notification.h>
#include <cassert>
#include <thread>
#include <atomic>
static absl::Notification done;
static std::atomic<int> value;
int main() {
  std::thread t([] {
#ifdef EARLY
    done.Notify();
    value = 1;
#else
    value = 1;
    done.Notify();
#endif
  });
  done.WaitForNotification();
  assert(value == 1);
  t.join();
}
