// tbb::concurrent_queue: two push; who pops before the other has pushed finds one item. A bound. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -ltbb
// RUN: %mcmini -k --max-traces=10 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}10 traces: 9 completed, 0 deadlocked, 0 failed, 0 bounded, 1 dropped
// RUN: %gxx -std=c++17 -DSIZE -w -g -O1 %s -o mutant.size -pthread -ltbb
// RUN: not %mcmini ./mutant.size | FileCheck --check-prefix=SIZE %s
// SIZE: assertion failed
// REQUIRES: real, libtbb-dev
#include <cassert>
#include <tbb/concurrent_queue.h>
#include <thread>
static tbb::concurrent_queue<int> queue;
int main() {
  std::thread t([] { queue.push(1); });
  queue.push(2);
  int a = 0, b = 0;
  bool first = queue.try_pop(a);
#ifdef SIZE
  bool second = queue.try_pop(b);
  t.join();
#else
  t.join();
  bool second = queue.try_pop(b);
#endif
  assert(first && second && a + b == 3);
}
