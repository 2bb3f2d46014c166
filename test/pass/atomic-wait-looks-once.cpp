// std::atomic::wait evaluates its predicate once before it sleeps, not 16 times with yields, and the
// library's count of waiters is no visible object.
// RUN: %clangxx -std=c++20 -fplugin=%plugin -fplugin-arg-mcmini-no-accesses -O0 -S -emit-llvm -o %t.ll %s
// RUN: FileCheck %s < %t.ll
// RUN: FileCheck --check-prefix=COUNT %s < %t.ll
// RUN: %clangxx -std=c++20 -fplugin=%plugin -fplugin-arg-mcmini-no-accesses -g -O2 -S -emit-llvm -o - %s | FileCheck --check-prefix=OPTIMIZED %s
#include <atomic>

std::atomic<int> word;

// CHECK-LABEL: define {{.*}} @_ZNSt8__detail13__atomic_spinI
// CHECK: add nsw i32 %{{.*}}, 1
// CHECK-NEXT: store
// CHECK-NEXT: br label %[[GIVE_UP:[0-9]+]]
// CHECK: {{^}}[[GIVE_UP]]:
// CHECK-NEXT: ret i1 false

// COUNT-LABEL: define {{.*}} @_ZNSt8__detail18__waiter_pool_base13_M_enter_waitEv
// COUNT-NOT: __mcmini
// COUNT: {{^[}]}}
// COUNT-LABEL: define {{.*}} @_ZNKSt8__detail18__waiter_pool_base10_M_waitingEv
// COUNT-NOT: __mcmini
// COUNT: ret i1 true

// One load for the predicate (whatever its memory order), the futex, one load afterwards.
// OPTIMIZED-LABEL: define {{.*}}_M_do_wait_v
// OPTIMIZED-NOT: __mcmini_sched_yield
// OPTIMIZED: @__mcmini_access({{.*}}, i32 4, i32 2, i64 0, i64 0)
// OPTIMIZED-NOT: __mcmini_sched_yield
// OPTIMIZED: @__mcmini_syscall({{.*}}, i64 noundef 202,
// OPTIMIZED-NOT: __mcmini_sched_yield
// OPTIMIZED: @__mcmini_access({{.*}}, i32 4, i32 2, i64 0, i64 0)
// OPTIMIZED-NOT: __mcmini_s
// OPTIMIZED: {{^[}]}}
void sleep() { word.wait(0); }

void wake() { word.notify_one(); }
