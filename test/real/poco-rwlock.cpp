// Poco::RWLock: two writers count. Locked for reading, a count is lost. Preloaded.
//
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -lPocoFoundation
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libPocoFoundation.so.80 are not seen
// RIGHT: {{^}}6 traces: 6 completed
// RUN: %gxx -std=c++17 -DREADERS -w -g -O1 %s -o mutant.readers -pthread -lPocoFoundation
// RUN: not %mcmini ./mutant.readers | FileCheck --check-prefix=READERS %s
// READERS: assertion failed
// REQUIRES: real, libpoco-dev
#include <Poco/RWLock.h>
#include <Poco/Thread.h>
#include <atomic>
#include <cassert>
static Poco::RWLock lock;
static std::atomic<int> count;
static void add() {
#ifdef READERS
  Poco::ScopedReadRWLock hold(lock);
#else
  Poco::ScopedWriteRWLock hold(lock);
#endif
  count = count + 1;
}
int main() {
  Poco::Thread t;
  t.startFunc(&add);
  add();
  t.join();
  assert(count == 2);
}
