// Thread-local objects with constructors and destructors, each of which locks: C(4, 2) orders of two
// times two critical sections.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex m;
static int alive, most, destroyed;
struct counted {
  int uses = 0;
  counted() {
    std::lock_guard l(m);
    if (++alive > most)
      most = alive;
  }
  ~counted() {
    std::lock_guard l(m);
    assert(uses == 1);
    alive--;
    destroyed++;
  }
};
static thread_local counted own;
int main() {
  auto f = [] { own.uses++; };
  std::thread a(f), b(f);
  a.join();
  b.join();
  assert(alive == 0 && destroyed == 2 && (most == 1 || most == 2));
}
