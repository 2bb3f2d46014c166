// std::atomic wait and notify: the store comes before the first look at the variable, before the
// futex looks at it, or after: 3. Preloaded, calls of libc and
// the atomics of machine code are seen, but no loads and stores.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: not %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: incomplete: nothing found, but plain loads and stores of plain are not seen
// PLAIN: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <atomic>
#include <cassert>
#include <thread>
int main() {
  std::atomic<int> x{0};
  std::thread a([&] {
    x = 1;
    x.notify_one();
  });
  x.wait(0);
  assert(x == 1);
  a.join();
}
