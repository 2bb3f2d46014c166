// moodycamel's lock-free queue for many producers and consumers (libconcurrentqueue-dev), as Debian has
// it: in every schedule of two producers and a consumer each item comes out once, and no plain access
// of its implementation is a race.
// RUN: %mcmini-c++ -g -O1 -std=c++17 %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: Every schedule of the program was explored.
#include <cassert>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(32);
  int sum = 0, item;
  std::thread one([&] { queue.enqueue(1); });
  std::thread two([&] { queue.enqueue(2); });
  for (int i = 0; i < 2; i++)
    if (queue.try_dequeue(item))
      sum += item;
  one.join();
  two.join();
  while (queue.try_dequeue(item))
    sum += item;
  assert(sum == 3);
}
