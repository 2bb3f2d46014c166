// std::recursive_mutex: two threads, each locks twice: 2! orders.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <mutex>
#include <thread>
int main() {
  std::recursive_mutex m;
  int n = 0;
  auto f = [&] {
    std::lock_guard l(m);
    std::lock_guard again(m);
    n++;
  };
  std::thread a(f), b(f);
  a.join();
  b.join();
  assert(n == 2);
}
