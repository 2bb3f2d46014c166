// Every plain load and store of memory that others may reach has a hook directly before it, with its
// size, the value stored, and the object's name, at every level of optimisation.
// RUN: %clang -w -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | sed -f %S/Inputs/without-effects.sed > %t0.ll
// RUN: %clang -w -fplugin=%plugin -g -O2 -S -emit-llvm -o - %s | sed -f %S/Inputs/without-effects.sed > %t2.ll
// RUN: FileCheck %s < %t0.ll
// RUN: FileCheck --check-prefix=NAMES %s < %t0.ll
// RUN: FileCheck %s < %t2.ll
// RUN: FileCheck --check-prefix=NAMES %s < %t2.ll
#include <stddef.h>
#include <stdint.h>

struct pool {
  char c;
  short s;
  int n;
  void *next;
  float f;
  double d;
  long double wide;
  __int128 huge;
} *pool, copy;
volatile int device;
typedef float vector __attribute__((vector_size(16)));
typedef float large_vector __attribute__((vector_size(32)));

// CHECK-LABEL: @reads(
// CHECK: call void @__mcmini_read8(ptr{{.*}}@mc.site{{.*}}, ptr {{.*}}@pool)
// CHECK-NEXT: load ptr, ptr @pool
// CHECK: call void @__mcmini_read1(
// CHECK-NEXT: load i8
// CHECK: call void @__mcmini_read2(
// CHECK-NEXT: load i16
// CHECK: call void @__mcmini_read4(
// CHECK-NEXT: load i32
// CHECK: call void @__mcmini_read4({{.*}}@device)
// CHECK-NEXT: load volatile i32
// NAMES-DAG: c"p->c\00"
// NAMES-DAG: c"p->s\00"
// NAMES-DAG: c"pool\00"
int reads(void) {
  struct pool *p = pool;
  int sum = p->c;
  sum += p->s;
  sum += p->n;
  return sum + device;
}

// CHECK-LABEL: @writes(
// CHECK: call void @__mcmini_write1({{.*}}, i64 255)
// CHECK-NEXT: store i8 -1
// CHECK: call void @__mcmini_write2({{.*}}, i64 {{.*}})
// CHECK-NEXT: store i16
// CHECK: call void @__mcmini_write4({{.*}}, i64 {{.*}})
// CHECK-NEXT: store i32
// CHECK: call void @__mcmini_write8({{.*}}, i64 {{.*}})
// CHECK-NEXT: store ptr
// CHECK: call void @__mcmini_write4({{.*}}, i64 1069547520)
// CHECK-NEXT: store float 1.500000e+00
// CHECK: call void @__mcmini_write8({{.*}}, i64 4609434218613702656)
// CHECK-NEXT: store double 1.500000e+00
// CHECK: call void @__mcmini_write_range({{.*}}, i64 {{10|16}})
// CHECK-NEXT: store x86_fp80
// CHECK: call void @__mcmini_write16(ptr {{[^,]*}}, ptr {{[^,]*}})
// CHECK-NEXT: store i128
// CHECK: ret void
void writes(struct pool *p, short s, int n) {
  p->c = -1;
  p->s = s;
  p->n = n;
  p->next = p;
  p->f = 1.5f;
  p->d = 1.5;
  p->wide = 1.5;
  p->huge = 1;
}

// CHECK-LABEL: @vectors(
// CHECK: call void @__mcmini_read_range({{.*}}, i64 32)
// CHECK-NEXT: load
// CHECK: call void @__mcmini_read16(
// CHECK-NEXT: load
// CHECK: call void @__mcmini_write16(
// CHECK-NEXT: store
// CHECK: ret
float vectors(vector *v, large_vector *l) {
  float first = (*l)[0];
  v[0] = v[1];
  return first;
}

// CHECK-LABEL: @structures(
// CHECK: call void @__mcmini_read_range({{.*}}, i64 64)
// CHECK-NEXT: call void @__mcmini_write_range({{.*}}@copy, i64 64)
// CHECK-NEXT: call void @llvm.memcpy
// CHECK: ret void
void structures(struct pool *p) { copy = *p; }

// The caller copies a structure that is passed by value.
void by_value(struct pool);
// CHECK-LABEL: @passes_by_value(
// CHECK: call void @__mcmini_read_range({{.*}}@copy, i64 64)
// CHECK-NEXT: call void @by_value(ptr {{.*}}byval
// CHECK: ret void
void passes_by_value(void) { by_value(copy); }

// One unit of adjacent bit fields is one memory location, which is read and written.
struct bits {
  unsigned low : 3, high : 5;
  char other;
} *bits;
// CHECK-LABEL: @bit_field(
// CHECK: call void @__mcmini_read1(
// CHECK-NEXT: load i8
// CHECK: call void @__mcmini_write1(
// CHECK-NEXT: store i8
// CHECK-NOT: call void @__mcmini
// CHECK: ret void
void bit_field(struct bits *b) { b->high = 3; }

struct __attribute__((packed)) packed {
  char c;
  int n;
};
// CHECK-LABEL: @unaligned(
// CHECK: call void @__mcmini_read4(
// CHECK-NEXT: load i32, {{.*}}, align 1
// CHECK: ret
int unaligned(struct packed *p) { return p->n; }
