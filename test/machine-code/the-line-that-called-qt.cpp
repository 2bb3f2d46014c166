// QMutex as the atomics that it is, the calls in inlined and other functions of Qt's headers: a wait says which line of the program
// holds the lock's guard, not which line of qmutex.h.
// RUN: pkg-config --cflags --libs Qt5Core > %t.flags
// RUN: %gxx -g -O0 -fPIC %s -o %t @%t.flags && not env MCMINI_OPTIONS=--trials=off %mcmini --locks=off %t | FileCheck %s
// RUN: %gxx -g -O2 -fPIC %s -o %t @%t.flags && not env MCMINI_OPTIONS=--trials=off %mcmini --locks=off %t | FileCheck %s
// CHECK: At the end:
// CHECK: at QBasicMutex::lockInternal in libQt5Core{{.*}}, from the-line-that-called-qt.cpp:[[#@LINE+19]]
// CHECK: at QBasicMutex::lockInternal in libQt5Core{{.*}}, from the-line-that-called-qt.cpp:[[#@LINE+9]]
#include <QMutex>
#include <QMutexLocker>
#include <pthread.h>

static QMutex first, second;

static void *other(void *argument) {
  QMutexLocker holds(&first);
  QMutexLocker waits(&second);
  return argument;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, other, nullptr);
  {
    QMutexLocker holds(&second);
    QMutexLocker waits(&first);
  }
  pthread_join(thread, nullptr);
}
