// std::notify_all_at_thread_exit: main waits, or finds that it need not.
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
#include <mutex>
#include <thread>
int main() {
  std::mutex m;
  std::condition_variable c;
  bool gone = false;
  std::thread a([&] {
    std::unique_lock l(m);
    gone = true;
    std::notify_all_at_thread_exit(c, std::move(l));
  });
  {
    std::unique_lock l(m);
    c.wait(l, [&] { return gone; });
  }
  a.join();
}
