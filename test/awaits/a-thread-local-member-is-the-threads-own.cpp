// The address that a loop waits at may be computed from a thread-local member of a class, which other
// files know, too, but nobody here gives away its address: 3! = 6 traces, as with a mutex.
// RUN: %mcmini-c++ -std=c++17 -g -DLOCK=Anderson %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// RUN: %mcmini-c++ -std=c++17 -O2 -DLOCK=Anderson %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// RUN: %mcmini-c++ -std=c++17 -g -DLOCK=Clh %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// RUN: %mcmini-c++ -std=c++17 -O2 -DLOCK=Clh %s -o %t && %mcmini -k --require-complete %t | FileCheck %s
// CHECK: {{^}}6 traces: 6 completed
//
// Given away, another thread may change it: the turns of the loop are compared while they run.
// RUN: %mcmini-c++ -std=c++17 -g -DLOCK=Anderson -DGIVEN_AWAY %s -o %t && %mcmini -k --require-complete %t | FileCheck --check-prefix=GIVEN %s
// GIVEN: {{^}}18 traces: 6 completed, 0 deadlocked, 0 failed, 0 bounded, 12 dropped
#include <atomic>
#include <cassert>
#include <thread>

struct Anderson {
  std::atomic<bool> may_go[4] = {};
  std::atomic<int> next{0};
  static thread_local int slot;
  Anderson() { may_go[0] = true; }
  void lock() {
    slot = next.fetch_add(1) % 4;
    while (!may_go[slot].load()) {
    }
  }
  void unlock() { may_go[(slot + 1) % 4].store(true); }
};
thread_local int Anderson::slot = 0;

class Clh {
  struct Node {
    std::atomic<bool> is_held{false};
  };
  std::atomic<Node *> tail{new Node};
  static thread_local Node *mine, *before;

public:
  void lock() {
    if (!mine)
      mine = new Node;
    mine->is_held = true;
    before = tail.exchange(mine);
    while (before->is_held.load(std::memory_order_acquire))
      std::this_thread::yield();
  }
  void unlock() {
    Node *const held = mine;
    mine = before;
    held->is_held.store(false, std::memory_order_release);
  }
};
thread_local Clh::Node *Clh::mine = nullptr, *Clh::before = nullptr;

#ifdef GIVEN_AWAY
int *slot_of_this_thread() { return &Anderson::slot; }
#endif

static LOCK lock;
static int count;

static void work() {
  lock.lock();
  count++;
  lock.unlock();
}

int main() {
  std::thread threads[] = {std::thread(work), std::thread(work), std::thread(work)};
  for (std::thread &thread : threads)
    thread.join();
  assert(count == 3);
}
