// A pair of places in the source is one finding, and counted once in a trace, however many functions
// it has become: instances of templates, destructors that are inlined into several functions.
// RUN: %mcmini-c++ -g -O0 %s -o %t.0 && not %mcmini -k --races=report %t.0 | FileCheck %s
// RUN: %mcmini-c++ -g -O2 %s -o %t.2 && not %mcmini -k --races=report %t.2 | FileCheck %s
// CHECK: mcmini: 2 findings
// CHECK: Finding 1: data race: {{.*}} nothing orders (in 1 trace)
// CHECK: Finding 2: data race: {{.*}} nothing orders (in 1 trace)
// CHECK-NOT: Finding 3
// CHECK: {{^}}1 traces: 1 completed
#include <thread>

static int number;
template <class T> static void set() { number = sizeof(T); }

static int *shared;
struct Reader {
  ~Reader() { *shared = 1; } // into `first`, and into `second`
};

static void first() {
  set<char>();
  Reader here;
}

static void second() {
  set<long>();
  Reader here;
}

int main() {
  int local;
  shared = &local;
  std::thread a(first), b(second), c(first);
  a.join();
  b.join();
  c.join();
}
