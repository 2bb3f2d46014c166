// std::condition_variable_any with a std::shared_lock: main waits, or finds that it need not.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <condition_variable>
#include <shared_mutex>
#include <thread>
int main() {
  std::shared_mutex m;
  std::condition_variable_any c;
  bool ready = false;
  std::thread a([&] {
    {
      std::unique_lock l(m);
      ready = true;
    }
    c.notify_one();
  });
  {
    std::shared_lock l(m);
    c.wait(l, [&] { return ready; });
  }
  a.join();
}
