// tbb::queuing_mutex around a counter: the waiting thread looks at its own place in the queue. Preloaded: only fair
// schedules.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -ltbb
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but only fair schedules were explored
// RIGHT: {{^}}159 traces: 159 completed
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
