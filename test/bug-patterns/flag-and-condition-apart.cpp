// A worker looks at its flag outside of the mutex, and then waits: the stop comes in between.
// RIGHT: looks below the mutex.
//
// RUN: %mcmini-c++ -g -O1 -I %S/../Inputs %s -o %t && not %mcmini --max-traces=10000 %t | FileCheck %s
// CHECK: mcmini: deadlock
// RUN: %mcmini-c++ -g -O1 -DRIGHT -I %S/../Inputs %s -o %t && %mcmini %t | FileCheck %s --check-prefix=TWIN
// TWIN: mcmini: ok: nothing found
// TWIN: Every schedule of the program was explored.
#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex lock;
static std::condition_variable wake;
static std::atomic<bool> stop;

int main() {
  std::thread worker([] {
#ifdef RIGHT
    std::unique_lock<std::mutex> held(lock);
    while (!stop)
      wake.wait(held);
#else
    while (!stop) {
      std::unique_lock<std::mutex> held(lock);
      wake.wait(held);
    }
#endif
  });
  {
    std::lock_guard<std::mutex> held(lock);
    stop = true;
  }
  wake.notify_one();
  worker.join();
}
