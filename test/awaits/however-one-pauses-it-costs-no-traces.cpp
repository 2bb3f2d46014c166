// A loop that waits for a flag is one operation, however it pauses: one trace. A pause may throw, as far as
// the compiler knows, so that what the function still has to destroy, or noexcept, is another way out.
// RUN: %mcmini-c++ %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DKEPT='std::string kept("too long to be kept without the heap")' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -O2 -DKEPT='std::string kept("too long to be kept without the heap")' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DEXCEPT=noexcept %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DEXCEPT=noexcept -DPAUSE='if (++turns > 9) usleep(1)' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DEXCEPT=noexcept -DINNER %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DPAUSE='timespec t = {0, 1000}; nanosleep(&t, nullptr)' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DPAUSE='timespec t = {0, 0}; if (++turns > 9) nanosleep(&t, nullptr)' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DPAUSE='std::this_thread::sleep_for(pause); pause *= 2; if (pause > most) pause = most' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DPAUSE='std::this_thread::sleep_for(pause); pause = std::min(pause * 2, most)' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DPAUSE='poll(nullptr, 0, 1)' %s -o %t && %mcmini %t | FileCheck %s
// RUN: %mcmini-c++ -DPAUSE='timeval t = {0, 1}; select(0, nullptr, nullptr, nullptr, &t)' %s -o %t && %mcmini %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: {{^}}1 traces: 1 completed
#include <algorithm>
#include <atomic>
#include <chrono>
#include <poll.h>
#include <string>
#include <sys/select.h>
#include <thread>
#include <time.h>
#include <unistd.h>

#ifndef PAUSE
#define PAUSE std::this_thread::sleep_for(std::chrono::microseconds(1))
#endif
#ifndef KEPT
#define KEPT
#endif
#ifndef EXCEPT
#define EXCEPT
#endif

static std::atomic<int> is_set;

static void await() EXCEPT {
  KEPT;
  [[maybe_unused]] int turns = 0;
  [[maybe_unused]] std::chrono::nanoseconds pause(10), most(1000);
#ifdef INNER
  int expected = 1;
  while (!is_set.compare_exchange_strong(expected, 2)) {
    expected = 1;
    while (is_set != 1) {
      PAUSE;
    }
  }
#else
  while (!is_set) {
    PAUSE;
  }
#endif
}

int main() {
  std::thread thread(await);
  is_set = 1;
  thread.join();
}
