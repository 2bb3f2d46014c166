// std::lock of several mutexes is one operation also in programs that gcc has compiled, by C++17: what it
// does inside, lock one and try the others, two threads can repeat without end. Who is first: 2 traces.
// RUN: %mcmini-c++ --from-tsan -g %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini-c++ --from-tsan -g -O2 %s -o %t-2 && %mcmini -k %t-2 | FileCheck %s
// RUN: %mcmini -k %t-2 scoped | FileCheck %s
// RUN: %mcmini -k %t-2 deferred | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: mutex lock-all
// CHECK: {{^}}2 traces: 2 completed
// As the library does it, where mcmini has no part, and what it throws.
// RUN: %t-2 && %t-2 scoped && %t-2 deferred && %t-2 throws
// RUN: %mcmini -k %t-2 throws
#include <cstring>
#include <mutex>
#include <system_error>
#include <thread>

static std::mutex a, b, c;
static int counter;

static void both(std::mutex &first, std::mutex &second) {
  std::lock(first, second);
  counter++;
  first.unlock();
  second.unlock();
}

static void scoped(std::mutex &first, std::mutex &second) {
  std::scoped_lock lock(first, second, c);
  counter++;
}

static void deferred(std::mutex &first, std::mutex &second) {
  std::unique_lock<std::mutex> one(first, std::defer_lock), other(second, std::defer_lock);
  std::lock(one, other);
  counter += one.owns_lock() && other.owns_lock();
}

static int throws() {
  std::unique_lock<std::mutex> none, locked(a);
  int errors = 0;
  try {
    std::lock(none, locked);
  } catch (const std::system_error &) {
    errors++;
  }
  none = std::unique_lock<std::mutex>(b, std::defer_lock);
  try {
    std::lock(locked, none);
  } catch (const std::system_error &) {
    errors++;
  }
  return errors == 2 && !none.owns_lock() ? 0 : 1;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  if (!std::strcmp(how, "throws"))
    return throws();
  const auto lock = !std::strcmp(how, "scoped") ? scoped : !std::strcmp(how, "deferred") ? deferred : both;
  std::thread one(lock, std::ref(a), std::ref(b)), other(lock, std::ref(b), std::ref(a));
  one.join();
  other.join();
  return counter != 2;
}
