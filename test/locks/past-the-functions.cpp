// A QMutex that is locked by a function of Qt, and by what Qt's header has of QBasicMutex: one is an operation on a lock, the other
// an atomic access to its memory. They know nothing of each other, so that the search ends, whoever comes first; without the table
// both are atomic accesses.
// RUN: pkg-config --cflags --libs Qt5Core > %t.flags
// RUN: %mcmini-c++ -g -fPIC %s -o %t @%t.flags && python3 %S/../warnings/Inputs/shows.py locks-memory %mcmini %t
// RUN: %mcmini-c++ -g -fPIC -DTURN %s -o %t.turned @%t.flags && python3 %S/../warnings/Inputs/shows.py locks-memory %mcmini %t.turned
// RUN: not %mcmini --locks=off -k %t | FileCheck %s --check-prefix=OFF
// OFF-NOT: past its functions
#include <QMutex>
#include <thread>

static QMutex mutex;

static void by_function() {
  mutex.lock();
  mutex.unlock();
}

static void inlined() {
  QBasicMutex &basic = mutex;
  basic.lock();
  basic.unlock();
}

int main() {
#ifdef TURN
  std::thread one(inlined), other(by_function);
#else
  std::thread one(by_function), other(inlined);
#endif
  one.join();
  other.join();
}
