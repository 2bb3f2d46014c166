// std::jthread and std::stop_token: its destructor asks it to stop, and wakes it from
// std::condition_variable_any. The stop state is a lock in a bit, which is waited for. Preloaded, calls of libc and
// what machine code does to memory are seen; a loop that looks some times before it waits has all its iterations as steps.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}46 traces: 39 completed, 0 deadlocked, 0 failed, 0 bounded, 7 dropped
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}703 traces: 701 completed, 0 deadlocked, 0 failed, 0 bounded, 2 dropped
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
int main() {
  std::mutex m;
  std::condition_variable_any c;
  bool stopped = false;
  {
    std::jthread t([&](std::stop_token s) {
      std::unique_lock l(m);
      c.wait(l, s, [] { return false; });
      stopped = s.stop_requested();
    });
  }
  assert(stopped);
}
