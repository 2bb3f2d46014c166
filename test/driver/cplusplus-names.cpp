// Objects of C++ programs have the names of the source: members, elements of arrays, static
// variables of functions; libraries' inner names are not shown.
// RUN: %mcmini-c++ -g %s -o %t
// RUN: not %mcmini %t | FileCheck %s
// CHECK: mcmini: assertion failed
// CHECK: lock accounts[1].lock
// CHECK: lock registry
// CHECK: lock local[1]
// CHECK: lock *shared{{ }}
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>

namespace bank {
struct Account {
  int balance = 10;
  std::mutex lock;
};
Account accounts[3];
static std::mutex registry;
} // namespace bank

int main() {
  static std::mutex local[2];
  auto shared = std::make_shared<std::mutex>();
  std::lock_guard<std::mutex> first(*shared);
  std::thread thread([&] {
    std::lock_guard<std::mutex> a(bank::accounts[1].lock);
    std::lock_guard<std::mutex> b(bank::registry);
    std::lock_guard<std::mutex> c(local[1]);
    std::lock_guard<std::mutex> d(*shared);
    assert(!"reached");
  });
  shared->unlock();
  thread.join();
}
