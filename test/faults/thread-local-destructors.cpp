// A destructor of a thread_local object is code of its thread: the lock in it is a transition, and
// orders the threads once more: 3 locks, of which two threads have one and one; 2 * 3 schedules.
// RUN: %mcmini-c++ -g %s -o %t.instrumented && %mcmini %t.instrumented | FileCheck %s
// RUN: %gxx -g -pthread %s -o %t.plain && %mcmini %t.plain | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: mutex lock
// CHECK: 6 traces: 6 completed
#include <mutex>
#include <thread>

static std::mutex lock;

struct Guarded {
  int uses = 0;
  ~Guarded() { std::lock_guard<std::mutex> guard(lock); }
};
static thread_local Guarded guarded;

static void work() {
  std::lock_guard<std::mutex> guard(lock);
  guarded.uses++;
}

int main() {
  std::thread a(work), b(work);
  a.join();
  b.join();
}
