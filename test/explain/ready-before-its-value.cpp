// A double-checked initialisation says that the value is there before it is.
// Bug: order
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.2 read port at step 10 (ready-before-its-value.cpp:26) before thread 0.1 has written it; where it goes well, it is written first (ready-before-its-value.cpp:23).
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 7 (ready-before-its-value.cpp:22), and did not go on.
// CHECK: shown: 10 steps, 1 preemption
// CHECK: decides: step: step 10: 0.2 load port (ready-before-its-value.cpp:26)
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::atomic<bool> is_ready{false};
static std::atomic<int> port{0};

static int get_port() {
  if (!is_ready) {
    std::lock_guard<std::mutex> held(lock);
    if (!is_ready) {
      is_ready = true;
      port = 80;
    }
  }
  return port;
}

int main() {
  std::thread first([] { assert(get_port() == 80); });
  std::thread second([] { assert(get_port() == 80); });
  first.join();
  second.join();
}

// CHECK-NEXT: because: It reads port before thread 0.1 has written it.
// CHECK-NEXT: first: 0.1 store port (ready-before-its-value.cpp:23)
