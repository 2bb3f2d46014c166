// std::shared_mutex: one writer comes before or after each of two readers: 2 * 2 orders.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>
int main() {
  std::shared_mutex m;
  int n = 0, seen = 0;
  std::thread writer([&] {
    std::unique_lock l(m);
    n = 1;
  });
  std::thread reader([&] {
    std::shared_lock l(m);
    seen = n;
  });
  {
    std::shared_lock l(m);
    (void)n;
  }
  writer.join();
  reader.join();
  assert(seen == 0 || seen == 1);
}
