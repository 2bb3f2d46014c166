// std::timed_mutex: main is first, or second, or gives up while the thread holds it: 3.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}3 traces: 3 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>
int main() {
  std::timed_mutex m;
  int n = 0, missed = 0;
  std::thread a([&] {
    std::lock_guard l(m);
    n++;
  });
  if (m.try_lock_for(std::chrono::hours(1))) {
    n++;
    m.unlock();
  } else {
    missed = 1;
  }
  a.join();
  assert(n + missed == 2);
}
