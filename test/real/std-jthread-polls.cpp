// std::jthread whose function asks its stop token: at most three looks, none, one or two of them before
// the request; the next comes while the request is made or after it, 3 * 2; or all three before it: 7. Preloaded,
// calls of libc and
// what machine code does to memory are seen.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}7 traces: 7 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}7 traces: 7 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <thread>
int main() {
  int rounds = 0;
  {
    std::jthread t([&](std::stop_token s) {
      while (!s.stop_requested() && rounds < 2)
        rounds++;
    });
  }
  assert(rounds <= 2);
}
