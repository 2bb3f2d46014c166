// boost::mutex and boost::condition_variable: a flag, which is set outside of the lock. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lboost_thread
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}858 traces: 858 completed
// RUN: %gxx -std=c++17 -DUNLOCKED -w -g -O1 %s -o mutant.unlocked -pthread -lboost_thread
// RUN: not %mcmini ./mutant.unlocked | FileCheck --check-prefix=UNLOCKED %s
// UNLOCKED: deadlock: 1 thread waits
// REQUIRES: real, libboost-thread-dev
#include <boost/thread.hpp>
#include <cassert>
static boost::mutex mutex;
static boost::condition_variable changed;
static bool ready;
static void tell() {
#ifndef UNLOCKED
  boost::lock_guard<boost::mutex> hold(mutex);
#endif
  ready = true;
  changed.notify_one();
}
int main() {
  boost::thread t(tell);
  {
    boost::unique_lock<boost::mutex> hold(mutex);
    while (!ready) changed.wait(hold);
  }
  t.join();
}
