// std::shared_future: two threads wait for one value. Preloaded,
// calls of libc and
// what machine code does to memory are seen.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}236 traces: 236 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> p;
  std::shared_future<int> f = p.get_future().share();
  auto g = [f] { assert(f.get() == 7); };
  std::thread a(g), b(g);
  p.set_value(7);
  a.join();
  b.join();
}
