// std::counting_semaphore: a release and an acquire, which waits with a futex where it comes first.
// Preloaded, calls of libc and
// the atomics of machine code are seen, but no loads and stores.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: not %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: incomplete: nothing found, but plain loads and stores of plain are not seen
// PLAIN: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <semaphore>
#include <thread>
int main() {
  std::counting_semaphore<4> s(0);
  int x = 0;
  std::thread a([&] {
    x = 1;
    s.release();
  });
  s.acquire();
  assert(x == 1);
  a.join();
}
