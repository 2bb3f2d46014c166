// QSemaphore: released before, or after, the item is there. Preloaded; loads and stores of so big a library are not
// seen.
//
// RUN: pkg-config --cflags --libs Qt5Core > flags
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -fPIC @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but plain loads and stores of libQt5Core.so.5 are not seen
// RIGHT: {{^}}8 traces: 8 completed
// RUN: %gxx -std=c++17 -DEARLY -w -g -O1 %s -o mutant.early -pthread -fPIC @flags
// RUN: not %mcmini ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, qtbase5-dev
#include <QtCore>
#include <cassert>
#include <thread>
static QSemaphore filled;
static QAtomicInt item;
int main() {
  std::thread t([] {
#ifdef EARLY
    filled.release();
    item.storeRelease(1);
#else
    item.storeRelease(1);
    filled.release();
#endif
  });
  filled.acquire();
  assert(item.loadAcquire() == 1);
  t.join();
}
