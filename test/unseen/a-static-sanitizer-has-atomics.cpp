// clang links AddressSanitizer into the program, whose allocator has atomics: they are met while McMini sets its
// breakpoints. They are in code that nobody instrumented, and so the result is incomplete.
//
// REQUIRES: asan
// RUN: %clangxx -g -O1 -fsanitize=address -pthread %s -o %t
// RUN: sh -c '%mcmini %t; test $? = 3' | FileCheck %s
// CHECK: go{{(es)?}} by atomics that are not seen
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#include <mutex>
#include <thread>
#include <vector>

int main() {
  std::mutex mutex;
  std::vector<int> numbers(10);
  std::thread thread([&] {
    const std::lock_guard<std::mutex> guard(mutex);
    numbers[0]++;
  });
  {
    const std::lock_guard<std::mutex> guard(mutex);
    numbers[0]++;
  }
  thread.join();
  return numbers[0] - 2;
}
