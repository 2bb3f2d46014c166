// std::latch of two: main waits with a futex until both threads have counted down; 36 orders of
// their two atomic decrements, the wake and main's looks at the counter. Preloaded, calls of libc and
// what machine code does to memory are seen; a loop that looks some times before it waits has all its iterations as steps. Main yields some times before it would wait, and then need not.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}36 traces: 36 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}2016 traces: 2016 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <latch>
#include <thread>
int main() {
  std::latch l(2);
  int x = 0, y = 0;
  std::thread a([&] {
    x = 1;
    l.count_down();
  }),
      b([&] {
        y = 1;
        l.count_down();
      });
  l.wait();
  assert(x == 1 && y == 1);
  a.join();
  b.join();
}
