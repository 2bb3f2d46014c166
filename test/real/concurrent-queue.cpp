// moodycamel's lock-free queue for many producers and consumers (libconcurrentqueue-dev), as Debian has
// it: in every schedule of two producers and a consumer each item comes out once, and no plain access
// of its implementation is a race.
//
// A producer joins the list of producers, then shows its item. Each of the consumer's two looks comes before,
// between or behind these, the second not before the first: 6 traces for one producer. Two producers also
// meet at the list, at the table of threads and at the count of both. Of these 776 there is no
// derivation: the two algorithms, of which each decides by itself where it goes, agree on them. They were
// 1164 while an attempt to join the list that fails was an outcome; 24 more end where one still waits.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DPRODUCERS=1 %s -o %t.one && %mcmini -k %t.one | FileCheck --check-prefixes=CHECK,ONE %s
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DPRODUCERS=2 %s -o %t && %mcmini -k %t | FileCheck --check-prefixes=CHECK,TWO %s
// RUN: %mcmini -k --algorithm=source %t | FileCheck --check-prefixes=CHECK,TWO %s
// CHECK: mcmini: ok: nothing found
// ONE: {{^}}6 traces: 6 completed, {{.*}} 0 sleep-set blocked
// TWO: {{^}}800 traces: 776 completed, 0 deadlocked, 0 failed, 0 bounded, 24 dropped, 0 sleep-set blocked
// CHECK: Every schedule of the program was explored.
#include <cassert>
#include <concurrentqueue/concurrentqueue.h>
#include <thread>

int main() {
  moodycamel::ConcurrentQueue<int> queue(32);
  int sum = 0, item;
  std::thread one([&] { queue.enqueue(1); });
#if PRODUCERS == 2
  std::thread two([&] { queue.enqueue(2); });
#endif
  for (int i = 0; i < 2; i++)
    if (queue.try_dequeue(item))
      sum += item;
  one.join();
#if PRODUCERS == 2
  two.join();
#endif
  while (queue.try_dequeue(item))
    sum += item;
  assert(sum == (PRODUCERS == 2 ? 3 : 1));
}
