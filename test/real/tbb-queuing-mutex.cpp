// tbb::queuing_mutex around a counter: the waiting thread looks at its own place in the queue, and yields.
// Preloaded, that is a wait.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -ltbb
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}256 traces: 243 completed, 0 deadlocked, 0 failed, 0 bounded, 13 dropped
// RUN: %gxx -std=c++17 -DNOLOCK -w -g -O1 %s -o mutant.nolock -pthread -ltbb
// RUN: not %mcmini ./mutant.nolock | FileCheck --check-prefix=NOLOCK %s
// NOLOCK: assertion failed
// REQUIRES: real, libtbb-dev
#include <atomic>
#include <cassert>
#include <tbb/spin_mutex.h>
#include <tbb/queuing_mutex.h>
#include <thread>
static tbb::queuing_mutex mutex;
static std::atomic<int> count;
static void add() {
#ifndef NOLOCK
  tbb::queuing_mutex::scoped_lock hold(mutex);
#endif
  count = count + 1;
}
int main() {
  std::thread t(add);
  add();
  t.join();
  assert(count == 2);
}
