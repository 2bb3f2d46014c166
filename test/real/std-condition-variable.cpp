// std::condition_variable: main waits or finds that it need not.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
int main() {
  std::mutex m;
  std::condition_variable c;
  bool ready = false;
  std::thread a([&] {
    {
      std::lock_guard l(m);
      ready = true;
    }
    c.notify_one();
  });
  {
    std::unique_lock l(m);
    c.wait(l, [&] { return ready; });
  }
  a.join();
  assert(ready);
}
