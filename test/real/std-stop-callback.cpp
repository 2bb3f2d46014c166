// std::stop_callback: called by the one who asks to stop, at once, or not at all. The stop state is a lock
// in a bit, which is waited for. Preloaded, calls of libc and
// what machine code does to memory are seen; a loop that looks some times before it waits has all its iterations as steps.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini --algorithm=dpor ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}26 traces: 13 completed, 0 deadlocked, 0 failed, 0 bounded, 13 dropped
// HOOKED: Every schedule of the program was explored.
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}740 traces: 727 completed, 0 deadlocked, 0 failed, 0 bounded, 13 dropped
#include <cassert>
#include <stop_token>
#include <thread>
int main() {
  int called = 0;
  std::stop_source source;
  std::thread a([&, token = source.get_token()] {
    std::stop_callback callback(token, [&] { called++; });
  });
  source.request_stop();
  a.join();
  assert(called <= 1);
}
