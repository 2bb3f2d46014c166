// A counter is atomic, but is counted up with a load and a store.
// Bug: atomicity
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 read hits at step 6 (hits-counted-with-load-and-store.cpp:14) and wrote it at step 11 (hits-counted-with-load-and-store.cpp:14); in between, at step 9 (hits-counted-with-load-and-store.cpp:14), thread 0.2 wrote it: that is lost.
// CHECK: shown: 15 steps, 1 preemption
// CHECK: decides: step: step 8: 0.2 load hits (hits-counted-with-load-and-store.cpp:14)
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<int> hits{0}, misses{0};

static void count(std::atomic<int> &counter) { counter = counter + 1; }

static void look_up(bool is_there) { count(is_there ? hits : misses); }

int main() {
  std::thread first([] {
    look_up(false);
    look_up(true);
  });
  std::thread second([] { look_up(true); });
  first.join();
  second.join();
  assert(hits == 2);
}

// CHECK-NEXT: because: Behind it thread 0.2 writes hits at step 9 (hits-counted-with-load-and-store.cpp:14), between where thread 0.1 reads it, at step 6 (hits-counted-with-load-and-store.cpp:14), and where it writes it, at step 11 (hits-counted-with-load-and-store.cpp:14).
// CHECK-NEXT: first: 0.1 store hits (hits-counted-with-load-and-store.cpp:14)
