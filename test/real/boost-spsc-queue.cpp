// boost::lockfree::spsc_queue, compiled by the plugin: one pushes, one pops; two that push race.
//
// RUN: %mcmini-c++ -std=c++17 -w -g -O1 %s -o right
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}2 traces: 2 completed
// RUN: %mcmini-c++ -std=c++17 -DTWO -w -g -O1 %s -o mutant.two
// RUN: not %mcmini ./mutant.two | FileCheck --check-prefix=TWO %s
// TWO: data race
// REQUIRES: real, libboost-dev
#include <boost/lockfree/spsc_queue.hpp>
#include <cassert>
#include <thread>
static boost::lockfree::spsc_queue<int, boost::lockfree::capacity<2>> queue;
int main() {
  std::thread t([] { queue.push(1); });
#ifdef TWO
  queue.push(2);
  t.join();
  int a = 0, b = 0;
  assert(queue.pop(a) && queue.pop(b) && a + b == 3);
#else
  int a = 1;
  queue.pop(a);
  assert(a == 1);
  t.join();
#endif
}
