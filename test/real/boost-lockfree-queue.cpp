// boost::lockfree::queue of two nodes, compiled by the plugin: two push. allocate reads of a node which it has not yet
// taken, and which may be another's by then: a known data race (boostorg/lockfree #78), which changes nothing.
//
// RUN: %mcmini-c++ -std=c++17 -w -g -O1 %s -o right
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: data race: queue.pool.data.elems
// RIGHT: {{^}}84 traces: 36 completed, 0 deadlocked, 0 failed, 0 bounded, 48 dropped
// RUN: %mcmini-c++ -std=c++17 -DANY -w -g -O1 %s -o mutant.any
// RUN: not %mcmini -k ./mutant.any | FileCheck --check-prefix=ANY %s
// ANY: assertion failed
// REQUIRES: real, libboost-dev
#include <boost/lockfree/queue.hpp>
#include <cassert>
#include <thread>
static boost::lockfree::queue<int, boost::lockfree::capacity<2>> queue;
int main() {
  std::thread t([] { queue.push(1); });
  queue.push(2);
#ifndef ANY
  t.join();
#endif
  int a = 0, b = 0;
  assert(queue.pop(a) && queue.pop(b) && a + b == 3);
#ifdef ANY
  t.join();
#endif
}
