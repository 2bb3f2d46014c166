// QReadWriteLock: two writers count. Locked for reading, a count is lost. Preloaded.
//
// RUN: pkg-config --cflags --libs Qt5Core > flags
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -fPIC @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but in which order threads that are not instrumented come to a GOnce
// RIGHT: {{^}}9 traces: 9 completed
// RUN: %gxx -std=c++17 -DREADERS -w -g -O1 %s -o mutant.readers -pthread -fPIC @flags
// RUN: not %mcmini ./mutant.readers | FileCheck --check-prefix=READERS %s
// READERS: assertion failed
// REQUIRES: real, qtbase5-dev
#include <QReadWriteLock>
#include <QThread>
#include <atomic>
#include <cassert>
static QReadWriteLock lock;
static std::atomic<int> count;
static void add() {
#ifdef READERS
  QReadLocker hold(&lock);
#else
  QWriteLocker hold(&lock);
#endif
  count = count + 1;
}
struct Adder : QThread { void run() override { add(); } };
int main() {
  Adder t;
  t.start();
  add();
  t.wait();
  assert(count == 2);
}
