// An exception leaves a function that has given away the address of its variable. The thread that reads it reads it in
// time, too late, or does not find it yet.
// RUN: %mcmini-c++ -g -O1 %s -o %t && not %mcmini -k %t | FileCheck %s
// RUN: %mcmini-c++ -g -O0 %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK-DAG: data race: local{{.*}}: write at {{.*}}an-exception-ends-variables.cpp:[[#]] and atomic read at
// CHECK-DAG: assertion `*p != 5' failed
// CHECK-DAG: a variable is used of a function that has returned
// CHECK: {{^}}3 traces: 1 completed, 0 deadlocked, 2 failed
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<std::atomic<int> *> place;

static __attribute__((noinline)) void fails() { throw 1; }

static __attribute__((noinline)) void gives() {
  std::atomic<int> local{5};
  place = &local;
  fails();
}

int main() {
  std::thread reader([] {
    if (std::atomic<int> *p = place)
      assert(*p != 5);
  });
  try {
    gives();
  } catch (int) {
  }
  reader.join();
}
