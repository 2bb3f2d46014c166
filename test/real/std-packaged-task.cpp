// std::packaged_task: its exception is thrown where the future is asked. As std-future.cpp. Preloaded,
// calls of libc and
// what machine code does to memory are seen. Through the plugin 4 traces, times three for what get lets go of: before
// the task looks whether it alone has its state, behind that, or behind what the task lets go of. In the first two
// the task lets go of the exception, too: before or behind the handler, 4 * (2 + 2 + 1).
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}20 traces: 20 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}32 traces: 32 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>
int main() {
  std::packaged_task<int(int)> task([](int n) {
    if (n)
      throw std::out_of_range("n");
    return n;
  });
  auto f = task.get_future();
  std::thread a(std::move(task), 1);
  bool thrown = false;
  try {
    f.get();
  } catch (const std::out_of_range &) {
    thrown = true;
  }
  a.join();
  assert(thrown);
}
