// QThreadPool: two tasks, waited for or not. A bound. Preloaded.
//
// RUN: pkg-config --cflags --libs Qt5Core > flags
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -fPIC @flags
// RUN: not %mcmini -k --max-traces=3 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}3 traces: 3 completed
// RUN: %gxx -std=c++17 -DNOWAIT -w -g -O1 %s -o mutant.nowait -pthread -fPIC @flags
// RUN: not %mcmini ./mutant.nowait | FileCheck --check-prefix=NOWAIT %s
// NOWAIT: assertion failed
// REQUIRES: real, qtbase5-dev
#include <QtCore>
#include <cassert>
static QAtomicInt sum;
int main() {
  QThreadPool pool;
  pool.setMaxThreadCount(2);
  pool.start([] { sum.fetchAndAddRelaxed(1); });
  pool.start([] { sum.fetchAndAddRelaxed(1); });
#ifndef NOWAIT
  pool.waitForDone();
#endif
  assert(sum.loadRelaxed() == 2);
}
