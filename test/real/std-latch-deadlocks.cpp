// A std::latch of two that only one thread counts down: main waits for ever.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: not %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: not %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: deadlock: 1 thread waits
// HOOKED: thread 0 waits to be woken
// HOOKED: {{^}}1 traces: 0 completed, 1 deadlocked
// PLAIN: mcmini: deadlock: 1 thread waits
// PLAIN: {{^}}1 traces: 0 completed, 1 deadlocked
#include <future>
#include <latch>
#include <thread>
int main() {
  std::latch l(2);
  std::thread a([&] { l.count_down(); });
  l.wait();
  a.join();
}
