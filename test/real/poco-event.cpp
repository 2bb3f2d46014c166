// Poco::Event: set before, or after, the flag. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lPocoFoundation
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libPocoFoundation.so.80 are not seen
// RIGHT: {{^}}6 traces: 6 completed
// RUN: %gxx -std=c++17 -DEARLY -w -g -O1 %s -o mutant.early -pthread -lPocoFoundation
// RUN: not %mcmini ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libpoco-dev
#include <Poco/Event.h>
#include <Poco/Thread.h>
#include <atomic>
#include <cassert>
static Poco::Event event;
static std::atomic<int> ready;
static void tell() {
#ifdef EARLY
  event.set();
  ready = 1;
#else
  ready = 1;
  event.set();
#endif
}
int main() {
  Poco::Thread t;
  t.startFunc(&tell);
  event.wait();
  assert(ready);
  t.join();
}
