// The readers of a queue wait on one condition variable with two locks.
// Bug: misuse
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini misuse %t | FileCheck %s
// CHECK: why: The last operation on changed before was thread 0.1's wait, at step 8 (waited-with-the-wrong-lock.cpp:26).
// CHECK: shown: 11 steps, 0 preemptions
// CHECK: decides: step: step 10: 0.2 lock stop_lock (waited-with-the-wrong-lock.cpp:31)
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex queue_lock, stop_lock;
static std::condition_variable changed;
static int items, starts;
static bool stopped;

static void start() {
  std::lock_guard<std::mutex> held(queue_lock);
  starts++;
}

static void read() {
  start();
  std::unique_lock<std::mutex> held(queue_lock);
  while (!items)
    changed.wait(held);
  items--;
}

static void wait_for_stop() {
  std::unique_lock<std::mutex> held(stop_lock);
  while (!stopped)
    changed.wait(held);
}

static void write() {
  {
    std::lock_guard<std::mutex> held(queue_lock);
    items++;
  }
  {
    std::lock_guard<std::mutex> held(stop_lock);
    stopped = true;
  }
  changed.notify_all();
}

int main() {
  std::thread reader(read), stopper(wait_for_stop), writer(write);
  reader.join();
  stopper.join();
  writer.join();
}

// CHECK-NEXT: because: From here thread 0.2 goes straight on to where it fails, at step 11.
// CHECK-NEXT: first: 0.3 lock stop_lock (waited-with-the-wrong-lock.cpp:42)
