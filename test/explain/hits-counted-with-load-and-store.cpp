// A counter is atomic, but is counted up with a load and a store.
// Bug: atomicity
// RUN: %mcmini-c++ -g -O1 %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 read hits at step 6 (hits-counted-with-load-and-store.cpp:16) and wrote it at step 11 (hits-counted-with-load-and-store.cpp:16); in between, at step 9 (hits-counted-with-load-and-store.cpp:16), thread 0.2 wrote it: that is lost.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 6 (hits-counted-with-load-and-store.cpp:16) and went on at step 11 (hits-counted-with-load-and-store.cpp:16); in between thread 0.2 ran.
// CHECK-NEXT: why: Thread 0 read hits at step 15 (hits-counted-with-load-and-store.cpp:28): thread 0.1 had written it last, at step 11 (hits-counted-with-load-and-store.cpp:16); in between thread 0.1 ended at step 12, and thread 0 went on at step 13 (hits-counted-with-load-and-store.cpp:26).
// CHECK: shown: 15 steps, 1 preemption
// CHECK: decides: step: step 8: 0.2 load hits (hits-counted-with-load-and-store.cpp:16)
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

// CHECK-NEXT: because: After it thread 0.2 writes hits at step 9 (hits-counted-with-load-and-store.cpp:16), between where thread 0.1 reads it, at step 6 (hits-counted-with-load-and-store.cpp:16), and where it writes it, at step 11 (hits-counted-with-load-and-store.cpp:16).
// CHECK-NEXT: first: 0.1 store hits (hits-counted-with-load-and-store.cpp:16)
