// A constructor of the program makes a thread: the trunk ends there, so what comes after it, main's beginning
// and other constructors, the runtime's own among them, is part of each trace. The linter looks whether a trace
// writes what is said to be constant in it (MC_KEPT).
// RUN: %mcmini-c++ -g -O1 %s -o %t && %mcmini --lint --algorithm=optimal %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: 2 traces: 2 completed, 0 deadlocked
// CHECK: Every schedule of the program was explored.
// Two orders of the two stores; all else is ordered by the thread's creation and the join.
#include <atomic>
#include <thread>

static std::atomic<int> last;
static std::thread by_constructor([] { last = 1; });

int main() {
  last = 2;
  by_constructor.join();
}
