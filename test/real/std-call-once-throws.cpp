// A call_once whose function throws leaves the flag as it was: the other thread runs it then. Not a
// deadlock, instrumented or preloaded.
// RUN: %mcmini-c++ -g -std=c++17 %s -o %t && %mcmini -q %t | FileCheck %s
// RUN: %gxx -g -std=c++17 -pthread %s -o %t.plain && %mcmini -q %t.plain | FileCheck %s
// CHECK: mcmini: ok: nothing found
#include <cassert>
#include <mutex>
#include <thread>

static std::once_flag flag;
static int calls, done;

static void once() {
  try {
    std::call_once(flag, [] {
      if (++calls == 1)
        throw calls;
      ++done;
    });
  } catch (int) {
  }
}

int main() {
  std::thread other(once);
  once();
  other.join();
  assert(calls == 2 && done == 1);
}
