// Around a call of the C++ library that may reach a hook, the thread's __mcmini_user_site is the
// place of the call, with its object; afterwards, also where it throws, it is what it was before.
// A call that reaches nothing but the caller's own variables costs nothing; inside the library
// nothing is noted.
// RUN: %clangxx -std=c++17 -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | sed -f %S/Inputs/without-effects.sed > %t.ll
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck --check-prefix=NAMES %s < %t.ll
// RUN: FileCheck --check-prefix=LIBRARY %s < %t.ll
// RUN: %clangxx -std=c++20 -fplugin=%plugin -g -O2 -S -emit-llvm -o - %s | FileCheck --check-prefix=NAMES %s
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

struct Queue {
  int items;
  std::mutex guard;
  std::atomic<int> count;
};

// CHECK: @__mcmini_user_site = external thread_local(initialexec) global
// CHECK-LABEL: define {{.*}} @_Z5plainR5Queue
// CHECK-NOT: @__mcmini_user_site
// CHECK: ret void
void plain(Queue &queue) {
  int items = std::abs(queue.items);
  queue.items = *std::addressof(items);
}

// A plain access in a header of the library is a hook too.
// CHECK-LABEL: define {{.*}} @_Z6appendRSt6vector
// CHECK: store {{.*}}@mc.site{{.*}}@__mcmini_user_site
// CHECK-NEXT: call {{.*}} @_ZNSt6vectorIiSaIiEE9push_backEOi
// CHECK-NEXT: store {{.*}}@__mcmini_user_site
// CHECK: ret void
// NAMES-DAG: c"numbers\00"
void append(std::vector<int> &numbers) { numbers.push_back(1); }

// CHECK-LABEL: define {{.*}} @_Z4lockR5Queue
// CHECK: %[[FORMER:[a-z0-9.]+]] = load {{.*}}@__mcmini_user_site
// CHECK: store {{.*}}@mc.site{{.*}}@__mcmini_user_site
// CHECK-NEXT: call void @_ZNSt5mutex4lockEv
// CHECK-NEXT: store {{.*}}%[[FORMER]], {{.*}}@__mcmini_user_site
// CHECK: ret void
// NAMES-DAG: c"queue.guard\00"
void lock(Queue &queue) { queue.guard.lock(); }

// CHECK-LABEL: define {{.*}} @_Z5guardP5Queue
// CHECK: %[[OUTER:[a-z0-9.]+]] = load {{.*}}@__mcmini_user_site
// CHECK: store {{.*}}@mc.site{{.*}}@__mcmini_user_site
// CHECK: @_ZNSt10lock_guardISt5mutexEC2ERS0_
// CHECK: store {{.*}}@mc.site{{.*}}@__mcmini_user_site
// CHECK: invoke {{.*}}@_ZNSt6thread4joinEv
// CHECK: {{^}}[[NORMAL:[a-z0-9.]+]]:{{.*}}preds
// CHECK-NEXT: store {{.*}}%[[OUTER]], {{.*}}@__mcmini_user_site
// CHECK: landingpad
// CHECK-NEXT: cleanup
// CHECK-NEXT: store {{.*}}%[[OUTER]], {{.*}}@__mcmini_user_site
// NAMES-DAG: c"pointer->guard\00"
// NAMES-DAG: c"worker\00"
std::thread worker;
void guard(Queue *pointer) {
  std::lock_guard<std::mutex> held(pointer->guard);
  worker.join();
}

// NAMES-DAG: c"queue.count\00"
// NAMES-NOT: c"both\00"
void several(Queue &queue, std::mutex &other) {
  queue.count++;
  std::scoped_lock both(queue.guard, other);
}

// LIBRARY-LABEL: define {{.*}} @_ZNSt10lock_guardISt5mutexEC2ERS0_
// LIBRARY-NOT: @__mcmini_user_site
// LIBRARY: {{^[}]}}
