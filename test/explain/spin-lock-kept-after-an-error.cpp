// The spin lock stays locked where the queue is full: the function returns too early.
// Bug: livelock
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini livelock %t | FileCheck %s
// CHECK: why: Thread 0.2 waits in a loop (spin-lock-kept-after-an-error.cpp:17) for queue.locked, which is 1 since step 10 (spin-lock-kept-after-an-error.cpp:17), by thread 0.1, which has ended; where it goes well, thread 0.1 changes it (spin-lock-kept-after-an-error.cpp:20).
// CHECK: shown: 13 steps, 0 preemptions
// CHECK: decides: step: step 10: 0.1 exchange queue (spin-lock-kept-after-an-error.cpp:17)
#include <atomic>
#include <thread>

class Queue {
  enum { ROOM = 1 };
  std::atomic<bool> locked{false};
  int items = 0;

  void lock() {
    while (locked.exchange(true))
      ;
  }
  void unlock() { locked = false; }

public:
  bool put() {
    lock();
    if (items == ROOM)
      return false;
    items++;
    unlock();
    return true;
  }
  void take() {
    lock();
    if (items)
      items--;
    unlock();
  }
};

static Queue queue;

int main() {
  std::thread producer([] {
    queue.put();
    queue.take();
    queue.put();
    queue.put();
  });
  std::thread consumer([] {
    queue.take();
    queue.take();
    queue.take();
  });
  producer.join();
  consumer.join();
}

// CHECK-NEXT: because: From here queue.locked is 1 and nobody changes it any more; thread 0.2 waits until it is 0.
// CHECK-NEXT: first: 0.2 exchange queue (spin-lock-kept-after-an-error.cpp:17)
