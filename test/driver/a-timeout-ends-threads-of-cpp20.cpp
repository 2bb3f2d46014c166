// --timeout ends a program with jthread, async and latch, in all executors. It was a signal that
// was sent on without an end.
// REQUIRES: deep
// RUN: %mcmini-c++ -std=c++20 -g -O1 %s -o %t
// RUN: timeout 300 %mcmini -q --timeout=15 --trace-timeout=0.2 %t | FileCheck %s
// RUN: timeout 300 %mcmini -q --timeout=5 --trace-timeout=0.2 --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: traces were explored; the others are not known.
#include <atomic>
#include <future>
#include <latch>
#include <thread>

int main() {
  std::latch latch(3);
  std::atomic<int> number{0};
  const auto arrive = [&] {
    number++;
    latch.count_down();
  };
  std::jthread a(arrive), b(arrive);
  auto future = std::async(std::launch::async, arrive);
  std::jthread c([&] {
    for (int i = 0; i < 6; i++)
      number++;
  });
  std::jthread d([&] {
    for (int i = 0; i < 6; i++)
      number.exchange(i);
  });
  latch.wait();
  future.get();
}
