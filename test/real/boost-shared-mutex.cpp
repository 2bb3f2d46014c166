// boost::shared_mutex: two writers count. Locked for reading, a count is lost. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lboost_thread
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}3301 traces: 3301 completed
// RUN: %gxx -std=c++17 -DREADERS -w -g -O1 %s -o mutant.readers -pthread -lboost_thread
// RUN: not %mcmini ./mutant.readers | FileCheck --check-prefix=READERS %s
// READERS: assertion failed
// REQUIRES: real, libboost-thread-dev
#include <atomic>
#include <boost/thread.hpp>
#include <boost/thread/shared_mutex.hpp>
#include <cassert>
static boost::shared_mutex mutex;
static std::atomic<int> count;
static void add() {
#ifdef READERS
  boost::shared_lock<boost::shared_mutex> hold(mutex);
#else
  boost::unique_lock<boost::shared_mutex> hold(mutex);
#endif
  count = count + 1;
}
int main() {
  boost::thread t(add);
  add();
  t.join();
  assert(count == 2);
}
