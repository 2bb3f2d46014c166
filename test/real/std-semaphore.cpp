// std::counting_semaphore: a release and an acquire, which waits with a futex where it comes first.
// Preloaded, calls of libc and
// what machine code does to memory are seen; a loop that looks some times before it waits has all its iterations as steps.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}4 traces: 4 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}19 traces: 19 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
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
