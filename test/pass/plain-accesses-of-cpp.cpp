// C++: the pointer to the vtable is a member like others, the vtable itself is constant; small
// functions of the C++ library become accesses at the place of their call, one for each.
// RUN: %clangxx -std=c++17 -fplugin=%plugin -g -O1 -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck --check-prefix=NAMES %s < %t.ll
#include <memory>
#include <vector>

struct Base {
  int n;
  Base();
  virtual int get();
};

// CHECK-LABEL: define {{.*}} @_ZN4BaseC2Ev(
// CHECK: call void @__mcmini_write8(
// CHECK-NEXT: store ptr getelementptr inbounds {{.*}}@_ZTV4Base
// CHECK: call void @__mcmini_write4({{.*}}, i64 1)
// CHECK: ret void
Base::Base() : n(1) {}

// CHECK-LABEL: define {{.*}} @_Z4callR4Base(
// CHECK: call void @__mcmini_read8(
// CHECK-NEXT: load ptr
// CHECK-NOT: call void @__mcmini_
// CHECK: ret i32
int call(Base &base) { return base.get(); }

// The vector's pointer, the element; the second time only the element.
// CHECK-LABEL: define {{.*}} @_Z8elementsRSt6vectorI{{[^(]*}}(
// CHECK-NOT: @__mcmini_user_site
// CHECK: call void @__mcmini_read8({{.*}}[[VECTOR:@mc.site[.0-9]*]], ptr {{[^,]*}}%0)
// CHECK: call void @__mcmini_write4(
// CHECK: call void @__mcmini_write4(
// CHECK-NOT: call void @__mcmini_
// CHECK: ret void
// NAMES-DAG: c"numbers\00"
// NAMES-DAG: c"numbers[i]\00"
void elements(std::vector<int> &numbers, int i) {
  numbers[i] = 1;
  numbers[i + 1] = 2;
}

// CHECK-LABEL: define {{.*}} @_Z3ownRSt10unique_ptrI
// CHECK: call void @__mcmini_read8(
// CHECK: call void @__mcmini_write4(
// CHECK-NOT: call void @__mcmini_
// CHECK: ret void
// NAMES-DAG: c"owner->n\00"
struct Pair {
  int m, n;
};
void own(std::unique_ptr<Pair> &owner) { owner->n = 3; }

// CHECK-LABEL: define {{.*}} @_Z3sumRKSt6vectorI
// CHECK-NOT: @__mcmini_user_site
// CHECK: call void @__mcmini_read8(
// CHECK: call void @__mcmini_read8(
// CHECK: call void @__mcmini_read4(
// CHECK-NOT: call void @__mcmini_
// CHECK: ret i32
int sum(const std::vector<int> &numbers) {
  int result = 0;
  for (int number : numbers)
    result += number;
  return result;
}
