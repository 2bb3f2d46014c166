// QSemaphore: released before, or after, the item is there. Preloaded. One order each of release and acquire.
//
// RUN: pkg-config --cflags --libs Qt5Core > flags
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -fPIC @flags
// RUN: %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: ok: nothing found
// RIGHT: {{^}}1 traces: 1 completed
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
    item.fetchAndStoreOrdered(1);
#else
    item.fetchAndStoreOrdered(1);
    filled.release();
#endif
  });
  filled.acquire();
  assert(item.fetchAndAddOrdered(0) == 1);
  t.join();
}
