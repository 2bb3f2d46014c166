// A stop_source runs a callback, tells the thread that destroys it, and wakes it: that wake may come when
// the callback, on the stack of a thread that has ended, is gone. The kernel does not look there, and a
// wait for a stop token is right.
// RUN: %mcmini-c++ -std=c++20 -g -O1 %s -o %t && %mcmini -k --require-complete --output=all %t | FileCheck %s
// RUN: %mcmini-c++ -std=c++20 -g -O0 %s -o %t && %mcmini -k --require-complete --output=all %t | FileCheck %s
// CHECK-DAG: {{^}}went{{$}}
// CHECK-DAG: {{^}}stopped{{$}}
// CHECK: Every schedule of the program was explored.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>

int main() {
  std::condition_variable_any changed;
  std::mutex mutex;
  bool go = false, went = false;
  std::jthread waiter([&](std::stop_token stop) {
    std::unique_lock<std::mutex> guard(mutex);
    went = changed.wait(guard, stop, [&] { return go; });
  });
  std::thread stopper([&] { waiter.request_stop(); });
  {
    std::lock_guard<std::mutex> guard(mutex);
    go = true;
  }
  changed.notify_one();
  stopper.join();
  waiter.join();
  std::puts(went ? "went" : "stopped");
}
