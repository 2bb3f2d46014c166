// std::atomic wait and notify: the store comes before the first look at the variable, before the
// futex looks at it, or after: 3. Preloaded, calls of libc and
// what machine code does to memory are seen; a loop that looks some times before it waits has all its iterations as steps.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}36 traces: 36 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
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
