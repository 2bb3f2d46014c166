// std::promise and std::future: the value is there when get returns, whoever comes first.
// Preloaded: get waits with a futex, or need not.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread a([&] { p.set_value(7); });
  assert(f.get() == 7);
  a.join();
}
