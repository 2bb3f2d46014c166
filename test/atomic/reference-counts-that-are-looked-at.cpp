// weak_ptr::lock against the reset of the last shared_ptr: the object is there, or it is not. So with
// expired and use_count.
// RUN: %mcmini-c++ -g -std=c++17 %s -o %t
// RUN: %mcmini --output=all %t | sort -u | FileCheck %s
// RUN: %mcmini --output=all --algorithm=dfs %t | sort -u | FileCheck %s
// CHECK: lock: 0, expired: 0, count: 0
// CHECK-NEXT: lock: 0, expired: 1, count: 0
// CHECK-NEXT: lock: 1, expired: 0, count: 0
// CHECK-NEXT: lock: 1, expired: 0, count: 1
// CHECK-NOT: lock
// CHECK: mcmini: ok
#include <memory>
#include <stdio.h>
#include <thread>

int main() {
  auto strong = std::make_shared<int>(1);
  std::weak_ptr<int> weak = strong;
  std::thread thread([strong = std::move(strong)]() mutable { strong.reset(); });
  const bool expired = weak.expired();
  const bool locked = weak.lock() != nullptr;
  const long count = weak.use_count();
  thread.join();
  printf("lock: %d, expired: %d, count: %ld\n", locked, expired, count);
}
