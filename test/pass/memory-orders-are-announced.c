// An atomic access carries its memory order as C11 numbers it in bits 8 to 11 of the third number, a
// compare-exchange that for its failure in bits 12 to 15; also where the order is known at run time
// only. (Numbers below: operation + 256 * order + 4096 * order of the failure.)
// RUN: %clang -w -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
#include <stdatomic.h>

_Atomic int a;
struct large {
  long v[3];
} l, m;

// CHECK-LABEL: @orders(
// relaxed load, acquire load, release store, acq_rel add
// CHECK: @__mcmini_access({{.*}}@a{{.*}}, i32 4, i32 2, i64 0, i64 0)
// CHECK: @__mcmini_access({{.*}}@a{{.*}}, i32 4, i32 514, i64 0, i64 0)
// CHECK: @__mcmini_access({{.*}}@a{{.*}}, i32 4, i32 771, i64 {{.*}}, i64 0)
// CHECK: @__mcmini_access({{.*}}@a{{.*}}, i32 4, i32 3077, i64 {{.*}}, i64 0)
// acq_rel, at failure acquire; release, at failure relaxed
// CHECK: @__mcmini_access({{.*}}@a{{.*}}, i32 4, i32 9232, i64 {{.*}}, i64
// CHECK: @__mcmini_access({{.*}}@a{{.*}}, i32 4, i32 784, i64 {{.*}}, i64
// CHECK: @__mcmini_fence({{.*}}, i32 2)
// CHECK: @__mcmini_fence({{.*}}, i32 3)
// CHECK: @__mcmini_fence({{.*}}, i32 4)
// CHECK: @__mcmini_fence({{.*}}, i32 5)
// CHECK: ret void
void orders(int expected) {
  atomic_load_explicit(&a, memory_order_relaxed);
  atomic_load_explicit(&a, memory_order_acquire);
  atomic_store_explicit(&a, 1, memory_order_release);
  atomic_fetch_add_explicit(&a, 1, memory_order_acq_rel);
  atomic_compare_exchange_strong_explicit(&a, &expected, 2, memory_order_acq_rel,
                                          memory_order_acquire);
  atomic_compare_exchange_weak_explicit(&a, &expected, 3, memory_order_release,
                                        memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  atomic_thread_fence(memory_order_release);
  atomic_thread_fence(memory_order_acq_rel);
  atomic_thread_fence(memory_order_seq_cst);
}

// CHECK-LABEL: @at_run_time(
// CHECK: [[BITS:%.*]] = and i32 %{{.*}}, 7
// CHECK: [[SHIFTED:%.*]] = shl {{.*}}i32 [[BITS]], 8
// CHECK: [[KIND:%.*]] = or {{.*}}i32 {{.*}}[[SHIFTED]]
// CHECK: @__mcmini_library_atomic({{.*}}@l{{.*}}, i64 24, i32 [[KIND]], ptr {{.*}}null, ptr {{.*}}@m, ptr @__atomic_load)
void at_run_time(memory_order order) { __atomic_load(&l, &m, order); }
