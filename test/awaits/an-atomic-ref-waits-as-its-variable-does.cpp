// A lock taken through an object made for it before the loop (atomic_ref) is one operation
// that waits: 3! = 6 traces.
// RUN: %mcmini-c++ -std=c++20 -O0 %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -std=c++20 -O2 %s -o %t && %mcmini %t | FileCheck %s
// CHECK: {{^}}6 traces: 6 completed
#include <atomic>
#include <thread>

static int word, count;

static void work() {
  std::atomic_ref<int> lock(word);
  while (lock.exchange(1, std::memory_order_acquire)) {
  }
  count++;
  lock.store(0, std::memory_order_release);
}

int main() {
  std::thread a(work), b(work), c(work);
  a.join();
  b.join();
  c.join();
  return count != 3;
}
