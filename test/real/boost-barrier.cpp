// boost::barrier: what each has done before it is there behind it. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lboost_thread
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}915 traces: 915 completed
// RUN: %gxx -std=c++17 -DNOBARRIER -w -g -O1 %s -o mutant.nobarrier -pthread -lboost_thread
// RUN: not %mcmini ./mutant.nobarrier | FileCheck --check-prefix=NOBARRIER %s
// NOBARRIER: assertion failed
// REQUIRES: real, libboost-thread-dev
#include <atomic>
#include <boost/thread.hpp>
#include <boost/thread/barrier.hpp>
#include <cassert>
static boost::barrier barrier(2);
static std::atomic<int> seen[2];
static void meet(int me) {
  seen[me] = 1;
#ifndef NOBARRIER
  barrier.wait();
#endif
  assert(seen[1 - me]);
}
int main() {
  boost::thread t(meet, 1);
  meet(0);
  t.join();
}
