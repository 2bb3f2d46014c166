// OpenMP's nested locks, which tell how often they are held, and critical sections; Qt's recursive mutexes and attempts with a time,
// which fail where another thread holds the mutex: 4 traces (either is first, and the other one fails or comes later).
// RUN: pkg-config --cflags --libs Qt5Core > %t.flags
// RUN: %gxx -g -fPIC %s -o %t.plain @%t.flags -l:libgomp.so.1 && %mcmini-c++ -g -fPIC %s -o %t.plugin @%t.flags -l:libgomp.so.1
// RUN: %mcmini %t.plain nested | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.plugin nested | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.plain critical | FileCheck %s --check-prefix=FOUR
// RUN: %mcmini %t.plugin critical | FileCheck %s --check-prefix=FOUR
// RUN: %mcmini %t.plain recursive | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.plugin recursive | FileCheck %s --check-prefix=TWO
// RUN: %mcmini %t.plain timed | FileCheck %s --check-prefix=FOUR
// RUN: %mcmini %t.plugin timed | FileCheck %s --check-prefix=FOUR
// RUN: not %mcmini %t.plain self | FileCheck %s --check-prefix=SELF
// RUN: not %mcmini %t.plugin self | FileCheck %s --check-prefix=SELF
// TWO: {{^}}2 traces: 2 completed
// FOUR: {{^}}4 traces: 4 completed
// SELF: mcmini: misuse of a primitive: self-deadlock: lock of a mutex by the thread that holds it
#include <QMutex>
#include <cstdlib>
#include <string>
#include <thread>

struct nest_lock {
  long words[2];
};
extern "C" void omp_init_nest_lock(nest_lock *);
extern "C" void omp_set_nest_lock(nest_lock *);
extern "C" int omp_test_nest_lock(nest_lock *);
extern "C" void omp_unset_nest_lock(nest_lock *);
extern "C" void GOMP_critical_start();
extern "C" void GOMP_critical_end();
extern "C" void GOMP_critical_name_start(void **);
extern "C" void GOMP_critical_name_end(void **);

static nest_lock nested;
static void *name;
static QMutex recursive(QMutex::Recursive), plain;
static int number, other;

static void nest() {
  omp_set_nest_lock(&nested);
  if (omp_test_nest_lock(&nested) != 2)
    abort();
  number++;
  omp_unset_nest_lock(&nested);
  omp_unset_nest_lock(&nested);
}

static void critical() {
  GOMP_critical_start();
  number++;
  GOMP_critical_end();
  GOMP_critical_name_start(&name);
  other++;
  GOMP_critical_name_end(&name);
}

static void twice() {
  QMutexLocker outer(&recursive), inner(&recursive);
  number++;
}

static void timed() {
  if (plain.tryLock(3)) {
    number++;
    plain.unlock();
  }
}

int main(int, char **argv) {
  const std::string what = argv[1];
  omp_init_nest_lock(&nested);
  if (what == "self")
    plain.lock(), plain.lock();
  void (*function)() = what == "nested" ? nest : what == "critical" ? critical : what == "recursive" ? twice : timed;
  std::thread one(function), two(function);
  one.join();
  two.join();
}
