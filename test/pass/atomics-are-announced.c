// Atomic accesses of every width are announced by size, kind (mcmini/hooks.h) and operands, and stay;
// calls of the atomic library become one.
// RUN: %clang -w -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -w -fplugin=%plugin -O0 -S -emit-llvm -o - %s | FileCheck %s
#include <stdatomic.h>
#include <stdint.h>

_Atomic int8_t a1;
_Atomic int16_t a2;
_Atomic int32_t a4;
_Atomic int64_t a8;
_Atomic __int128 a16;
_Atomic float real;
_Atomic(int *) pointer;
struct pair {
  int x, y;
};
_Atomic struct pair pair;
struct triple {
  long v[3];
};
_Atomic struct triple triple;
int plain;
volatile int device;

// CHECK-LABEL: @stores(
// CHECK: call void @__mcmini_access({{.*}}@a1{{.*}}, i32 1, i32 1283, i64 255, i64 0)
// CHECK-NEXT: store atomic {{.*}}i8 -1
// CHECK: call void @__mcmini_access({{.*}}@a2{{.*}}, i32 2, i32 1283, i64 2, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@a4{{.*}}, i32 4, i32 1283, i64 4, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@a8{{.*}}, i32 8, i32 1283, i64 -8, i64 0)
// CHECK: call i32 @__mcmini_library_atomic({{.*}}@a16{{.*}}, i64 16, i32 1283, ptr {{.*}}, ptr {{.*}}null, ptr @__atomic_store)
// CHECK: call void @__mcmini_access({{.*}}@real{{.*}}, i32 4, i32 1283, i64 {{.*}}, i64 0)
// CHECK: call void @__mcmini_access({{.*}}@pair{{.*}}, i32 8, i32 1283, i64 {{.*}}, i64 0)
// CHECK: call i32 @__mcmini_library_atomic({{.*}}@triple{{.*}}, i64 24, i32 1283, ptr {{.*}}, ptr {{.*}}null, ptr @__atomic_store)
// CHECK: ret void
void stores(struct pair p, struct triple t) {
  a1 = -1;
  a2 = 2;
  a4 = 4;
  a8 = -8;
  a16 = 16;
  real = 1.5f;
  pair = p;
  triple = t;
}

// CHECK-LABEL: @loads(
// CHECK: call void @__mcmini_access({{.*}}@a1{{.*}}, i32 1, i32 1282, i64 0, i64 0)
// CHECK-NEXT: load atomic
// CHECK: call i32 @__mcmini_library_atomic({{.*}}@a16{{.*}}, i64 16, i32 1282, ptr {{.*}}null, ptr {{.*}}, ptr @__atomic_load)
// CHECK: call void @__mcmini_access({{.*}}@pointer{{.*}}, i32 8, i32 1282, i64 0, i64 0)
// CHECK: call i32 @__mcmini_library_atomic({{.*}}@triple{{.*}}, i64 24, i32 1282, ptr {{.*}}null, ptr {{.*}}, ptr @__atomic_load)
// CHECK: ret
struct triple loads(void) {
  a1;
  a16;
  pointer;
  return triple;
}

// CHECK-LABEL: @modifications(
// CHECK: @__mcmini_access({{.*}}@a4{{.*}}, i32 4, i32 3333, i64
// CHECK: @__mcmini_access({{.*}}@a4{{.*}}, i32 4, i32 3334, i64
// CHECK: @__mcmini_access({{.*}}@a4{{.*}}, i32 4, i32 3335, i64
// CHECK: @__mcmini_access({{.*}}@a4{{.*}}, i32 4, i32 3337, i64
// CHECK: @__mcmini_access({{.*}}@a4{{.*}}, i32 4, i32 3338, i64
// CHECK: @__mcmini_access({{.*}}@pointer{{.*}}, i32 8, i32 3332, i64
// CHECK: @__mcmini_access({{.*}}@a2{{.*}}, i32 2, i32 21776, i64 {{.*}}, i64 %
// CHECK: cmpxchg
// CHECK: ret
void modifications(int *p) {
  atomic_fetch_add(&a4, 1);
  atomic_fetch_sub(&a4, 1);
  atomic_fetch_and(&a4, 1);
  atomic_fetch_or(&a4, 1);
  atomic_fetch_xor(&a4, 1);
  atomic_exchange(&pointer, p);
  int16_t expected = 3;
  atomic_compare_exchange_strong(&a2, &expected, 4);
}

// CHECK-LABEL: @fences(
// CHECK: call void @__mcmini_fence(
// CHECK-NEXT: fence seq_cst
// CHECK-NEXT: fence syncscope("singlethread") seq_cst
// CHECK: ret
void fences(void) {
  atomic_thread_fence(memory_order_seq_cst);
  atomic_signal_fence(memory_order_seq_cst);
}

// An atomic that no other thread can reach is not visible; plain accesses never are.
// CHECK-LABEL: @invisible(
// CHECK-NOT: {{__mcmini_access|__mcmini_initialised}}
// CHECK: ret
int invisible(void) {
  _Atomic int local = 1;
  local++;
  plain = device;
  return local;
}

// CHECK-LABEL: @initialised_perhaps(
// CHECK: call void @__mcmini_initialised(
// CHECK-NOT: __mcmini_access
// CHECK: ret
int initialised_perhaps(int one) {
  _Atomic int local;
  if (one)
    local = 1;
  return local;
}
