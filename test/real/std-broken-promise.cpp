// A promise that is destroyed without a value: get throws std::future_error in every schedule. Through the plugin
// twice as many traces: the promise or the future is the last to let go of their state.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: not %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}8 traces: 8 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: incomplete: nothing found, but {{.*}} goes by atomics that are not seen
// PLAIN: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread a([q = std::move(p)]() mutable {});
  bool broken = false;
  try {
    f.get();
  } catch (const std::future_error &) {
    broken = true;
  }
  assert(broken);
  a.join();
}
