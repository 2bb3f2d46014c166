// The reader looks at `closed` without the lock, and then waits: the notification comes in between.
// Bug: lost wakeup
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini deadlock %t | FileCheck %s
// CHECK: why: The broadcast of channel+40 at step 8 (closed-between-look-and-wait.cpp:27) came before thread 0.1 waited for it, at step 10 (closed-between-look-and-wait.cpp:22): it is lost, and no other comes.
// CHECK: shown: 10 steps, 1 preemption
// CHECK: decides: step: step 8: 0.2 broadcast channel+40 (closed-between-look-and-wait.cpp:27)
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

class Channel {
  std::mutex lock;
  std::condition_variable changed;
  std::atomic<bool> closed{false};

public:
  void wait_for_close() {
    while (!closed) {
      std::unique_lock<std::mutex> held(lock);
      changed.wait(held);
    }
  }
  void close() {
    closed = true;
    changed.notify_all();
  }
};

static Channel channel;

int main() {
  std::thread reader([] { channel.wait_for_close(); });
  std::thread owner([] { channel.close(); });
  reader.join();
  owner.join();
}

// CHECK-NEXT: because: The broadcast goes out before thread 0.1 waits for it, at step 10 (closed-between-look-and-wait.cpp:22), and no other comes.
// CHECK-NEXT: first: 0.1 wait channel+40 (closed-between-look-and-wait.cpp:22)
