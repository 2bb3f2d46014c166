// std::call_once: the first or the second of two threads runs the function.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <mutex>
#include <thread>
int main() {
  std::once_flag f;
  int n = 0;
  auto g = [&] { std::call_once(f, [&] { n++; }); };
  std::thread a(g), b(g);
  a.join();
  b.join();
  assert(n == 1);
}
