// Three threads let go of a shared object: any of them is the last, which runs the destructor. Where that does
// nothing but free memory, nobody can tell, and there is one trace.
// RUN: %mcmini-c++ -g -std=c++17 %s -o %t && %mcmini-c++ -g -std=c++17 -DSILENT %s -o %t.silent
// RUN: %mcmini --output=all %t | sort -u | FileCheck %s
// RUN: %mcmini --output=all --algorithm=dfs %t | sort -u | FileCheck %s
// RUN: %mcmini %t.silent | FileCheck --check-prefix=SILENT %s
// CHECK: destroyed by 0
// CHECK-NEXT: destroyed by 1
// CHECK-NEXT: destroyed by 2
// CHECK-NOT: destroyed
// CHECK: mcmini: ok
// SILENT: {{^}}1 traces: 1 completed
#include <memory>
#include <stdio.h>
#include <thread>

static thread_local int self;

struct object {
#ifndef SILENT
  ~object() { printf("destroyed by %d\n", self); }
#endif
  int value = 1;
};

int main() {
  auto p = std::make_shared<object>();
  auto let_go = [](std::shared_ptr<object> q, int number) {
    self = number;
    q.reset();
  };
  std::thread first(let_go, p, 1), second(let_go, p, 2);
  p.reset();
  first.join();
  second.join();
}
