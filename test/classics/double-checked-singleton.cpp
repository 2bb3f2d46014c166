// Everybody gets one object, which was made once, and completely: 4 classes of two threads, 15 of
// three.
//
// S. Meyers, A. Alexandrescu, "C++ and the Perils of Double-Checked Locking", Dr. Dobb's Journal,
// 2004.
//
// RUN: %mcmini-c++ -g -O1 -std=c++17 %s -o %t && %mcmini -k %t | FileCheck %s
// CHECK: mcmini: ok: nothing found
// CHECK: {{^}}4 traces: 4 completed
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DTHREADS=3 %s -o %t && %mcmini -k %t | FileCheck %s --check-prefix=THREE
// THREE: mcmini: ok: nothing found
// THREE: {{^}}15 traces: 15 completed
//
// BUGGY, not checked again under the mutex: two objects.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DBUGGY %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=BUGGY
// BUGGY: mcmini: assertion failed: assertion `mine == seen[0]' failed
//
// With RELAXED, who finds the object does not see what is in it.
// RUN: %mcmini-c++ -g -O1 -std=c++17 -DRELAXED %s -o %t && not %mcmini -k %t | FileCheck %s --check-prefix=RELAXED
// RELAXED: data race: Settings::width: write at double-checked-singleton.cpp:[[@LINE+37]] and read at double-checked-singleton.cpp:[[@LINE+27]], which nothing orders
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

#ifndef THREADS
#define THREADS 2
#endif

class Settings {
public:
  static Settings &get() {
    Settings *made = instance.load(ACQUIRE);
    if (!made) {
      std::lock_guard<std::mutex> guard(mutex);
#ifndef BUGGY
      made = instance.load(std::memory_order_relaxed);
#endif
      if (!made) {
        made = new Settings;
        instance.store(made, RELEASE);
      }
    }
    return *made;
  }
  int size() const { return width * height; }

private:
#ifdef RELAXED
  static constexpr auto ACQUIRE = std::memory_order_relaxed, RELEASE = ACQUIRE;
#else
  static constexpr auto ACQUIRE = std::memory_order_acquire, RELEASE = std::memory_order_release;
#endif
  static inline std::atomic<Settings *> instance;
  static inline std::mutex mutex;
  int width = 3, height = 4;
};

int main() {
  const Settings *seen[THREADS];
  std::vector<std::thread> threads;
  for (const Settings *&mine : seen)
    threads.emplace_back([&mine] {
      mine = &Settings::get();
      assert(mine->size() == 12);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const Settings *mine : seen)
    assert(mine == seen[0]);
}
