// A promise that is destroyed without a value: get throws std::future_error in every schedule. Through the plugin
// three times as many traces: the future is the last to let go of their state; or the promise is, before or after the
// handler of the exception, so that one or the other destroys that.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}12 traces: 12 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}24 traces: 24 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
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
