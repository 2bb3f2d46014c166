// Two threads have an exception, by std::exception_ptr or in a handler. Who is the last runs its destructor: where
// that shows, both orders are explored; where nothing but the exception is touched nobody can tell, and there is one
// trace. The destructor comes behind whatever the others did with the exception: no data race.
// RUN: %mcmini-c++ -g -O1 -std=c++17 %s -o %t && %mcmini-c++ -g -O1 -std=c++17 -DSILENT %s -o %t.silent
// RUN: %mcmini --output=all %t pointers | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t handler | sort -u | FileCheck %s
// RUN: %mcmini --output=all %t captured | sort -u | FileCheck %s
// RUN: %mcmini %t.silent pointers | FileCheck --check-prefix=SILENT %s
// RUN: %mcmini %t.silent handler | FileCheck --check-prefix=SILENT %s
// RUN: %mcmini %t.silent captured | FileCheck --check-prefix=SILENT %s
// CHECK: destroyed by 0
// CHECK-NEXT: destroyed by 1
// CHECK-NOT: destroyed
// CHECK: mcmini: ok
// SILENT: mcmini: ok
// SILENT: {{^}}1 traces: 1 completed
#include <cstdio>
#include <cstring>
#include <exception>
#include <thread>

static thread_local int self;
static int destroyed_by;

struct error {
  int value = 3;
  error() = default;
  error(const error &other) : value(other.value) {}
  ~error() {
    value = 0;
#ifndef SILENT
    destroyed_by = self;
#endif
  }
};

static void catch_it(std::exception_ptr p) {
  try {
    std::rethrow_exception(std::move(p));
  } catch (const error &e) {
    if (e.value != 3)
      std::terminate();
  }
}

int main(int, char **arguments) {
  const bool is_captured = !std::strcmp(arguments[1], "captured");
  const bool is_handled = !std::strcmp(arguments[1], "handler");
  std::thread thread;
  std::exception_ptr p = is_captured ? nullptr : std::make_exception_ptr(error());
  auto use = [is_handled](std::exception_ptr q) {
    self = 1;
    if (is_handled)
      catch_it(std::move(q));
    q = nullptr;
  };
  if (is_captured)
    try {
      throw error();
    } catch (...) {
      thread = std::thread(use, std::current_exception());
    }
  else
    thread = std::thread(use, p);
  p = nullptr;
  thread.join();
#ifndef SILENT
  std::printf("destroyed by %d\n", destroyed_by);
#endif
}
