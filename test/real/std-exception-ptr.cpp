// An exception crosses threads by std::exception_ptr: the first of two that lock: 2! orders.
//
// RUN: %mcmini-c++ -std=c++20 -O1 %s -o hooked && %gxx -std=c++20 -g -O1 %s -o plain -pthread
// RUN: %mcmini ./hooked | FileCheck --check-prefix=HOOKED %s
// RUN: %mcmini ./plain | FileCheck --check-prefix=PLAIN %s
// HOOKED: mcmini: ok: nothing found
// HOOKED: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set blocked
// PLAIN: mcmini: ok: nothing found
// PLAIN: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed, 0 bounded, 0 dropped
#include <cassert>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
int main() {
  std::mutex m;
  std::exception_ptr caught;
  auto f = [&](const char *what) {
    try {
      throw std::runtime_error(what);
    } catch (...) {
      std::lock_guard l(m);
      if (!caught)
        caught = std::current_exception();
    }
  };
  std::thread a(f, "a"), b(f, "b");
  a.join();
  b.join();
  try {
    std::rethrow_exception(caught);
  } catch (const std::runtime_error &e) {
    assert(e.what() == std::string("a") || e.what() == std::string("b"));
    return 0;
  }
  return 1;
}
