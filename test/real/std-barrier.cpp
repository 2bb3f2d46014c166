// std::barrier with a completion function: two threads, two phases. Preloaded, calls of libc and
// what machine code does to memory are seen; a loop that looks some times before it waits has all its iterations as steps.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}138 traces: 138 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}62800 traces: 62800 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <barrier>
#include <cassert>
#include <thread>
int main() {
  int phases = 0;
  auto done = [&]() noexcept { phases++; };
  std::barrier b(2, done);
  std::thread a([&] {
    b.arrive_and_wait();
    b.arrive_and_wait();
  });
  b.arrive_and_wait();
  b.arrive_and_wait();
  a.join();
  assert(phases == 2);
}
