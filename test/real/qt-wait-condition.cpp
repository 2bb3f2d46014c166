// QWaitCondition: a flag, which is set outside of the lock. Preloaded.
//
// RUN: pkg-config --cflags --libs Qt5Core > flags
// RUN: %gxx -std=c++17 -w -g -O1 %s -o right -pthread -fPIC @flags
// RUN: not %mcmini -k ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found, but in which order threads that are not instrumented come to a GOnce
// RIGHT: {{^}}8 traces: 8 completed
// RUN: %gxx -std=c++17 -DUNLOCKED -w -g -O1 %s -o mutant.unlocked -pthread -fPIC @flags
// RUN: not %mcmini ./mutant.unlocked | FileCheck --check-prefix=UNLOCKED %s
// UNLOCKED: deadlock: 1 thread waits
// REQUIRES: real, qtbase5-dev
#include <QMutex>
#include <QThread>
#include <QWaitCondition>
#include <cassert>
static QMutex mutex;
static QWaitCondition changed;
static bool ready;
struct Teller : QThread {
  void run() override {
#ifndef UNLOCKED
    QMutexLocker hold(&mutex);
#endif
    ready = true;
    changed.wakeOne();
  }
};
int main() {
  Teller t;
  t.start();
  {
    QMutexLocker hold(&mutex);
    while (!ready) changed.wait(&mutex);
  }
  t.wait();
}
