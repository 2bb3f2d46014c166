// libstdc++'s promises, latches, semaphores and atomic waits wait by futex: all of it ends in every
// schedule, and a promise that nobody keeps is a deadlock.
// RUN: %mcmini-c++ -g -std=c++20 %s -o %t && %gxx -g -std=c++20 -pthread %s -o %t.gcc
// RUN: %mcmini %t future | FileCheck %s
// RUN: %mcmini %t.gcc future | FileCheck %s
// RUN: %mcmini %t latch | FileCheck %s
// RUN: %mcmini %t.gcc latch | FileCheck %s
// RUN: %mcmini %t wait | FileCheck %s
// RUN: %mcmini %t.gcc wait | FileCheck %s
// RUN: %mcmini %t semaphore | FileCheck %s
// RUN: %mcmini %t.gcc semaphore | FileCheck %s
// CHECK: mcmini: {{ok|incomplete}}: nothing found
// CHECK: 0 deadlocked, 0 failed, 0 bounded
// RUN: not %mcmini %t never | FileCheck %s --check-prefix=NEVER
// RUN: not %mcmini %t.gcc never | FileCheck %s --check-prefix=NEVER
// NEVER: mcmini: deadlock: 1 thread waits
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <future>
#include <latch>
#include <semaphore>
#include <thread>

int main(int argc, char **argv) {
  const char *what = argv[argc - 1];
  if (!std::strcmp(what, "future")) {
    std::promise<int> promise;
    std::thread thread([&] { promise.set_value(7); });
    if (promise.get_future().get() != 7)
      std::abort();
    thread.join();
  } else if (!std::strcmp(what, "latch")) {
    std::latch done(2);
    std::thread a([&] { done.count_down(); }), b([&] { done.arrive_and_wait(); });
    done.wait();
    a.join();
    b.join();
  } else if (!std::strcmp(what, "wait")) {
    std::atomic<int> word = 0;
    std::thread thread([&] {
      word = 1;
      word.notify_one();
    });
    word.wait(0);
    if (word != 1)
      std::abort();
    thread.join();
  } else if (!std::strcmp(what, "semaphore")) {
    std::counting_semaphore<4> ready(0);
    std::thread thread([&] { ready.release(); });
    ready.acquire();
    thread.join();
  } else {
    std::promise<int> promise;
    std::thread thread([] {});
    promise.get_future().get();
    thread.join();
  }
}
