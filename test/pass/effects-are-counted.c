// What a thread does without a hook is counted: calls of functions that may not be instrumented, less
// those that are, and writes of memory that nobody else knows and that is not on the
// stack. A file without plain accesses says so.
// RUN: %clang -I %S/../../include -fplugin=%plugin -O0 -S -emit-llvm -o %t.ll %s && FileCheck %s < %t.ll
// RUN: %clang -I %S/../../include -fplugin=%plugin -fplugin-arg-mcmini-no-accesses -O0 -S -emit-llvm -o - %s | FileCheck --check-prefix=OFF %s
// OFF-NOT: @__mcmini_effects
// OFF: store i8 1, {{.*}}@__mcmini_unannounced
#include <mcmini/mcmini.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

int elsewhere(void);

static int known(void) { return 1; }

// Called from other files: one less, if the caller has counted this call. A callback's has not.
// Where none was counted, nothing is written: the page stays as it is.
// CHECK-LABEL: define {{.*}}@calls(
// CHECK: [[LAST:%.*]] = load ptr, {{.*}}@__mcmini_callee
// CHECK-NEXT: [[IS_SET:%.*]] = icmp ne ptr [[LAST]], null
// CHECK-NEXT: br i1 [[IS_SET]], label %[[THEN:.*]], label %[[NEXT:[0-9]+]]
// CHECK-EMPTY:
// CHECK-NEXT: [[THEN]]:
// CHECK-NEXT: [[IS_COUNTED:%.*]] = icmp eq ptr [[LAST]], @calls
// CHECK-NEXT: store ptr null, {{.*}}@__mcmini_callee
// CHECK-NEXT: [[LESS:%.*]] = sext i1 [[IS_COUNTED]] to i64
// CHECK-NEXT: [[OLD:%.*]] = load i64, {{.*}}@__mcmini_effects
// CHECK-NEXT: [[NEW:%.*]] = add i64 [[OLD]], [[LESS]]
// CHECK-NEXT: store i64 [[NEW]], {{.*}}@__mcmini_effects
// CHECK-NEXT: br label %[[NEXT]]
// CHECK-EMPTY:
// CHECK-NEXT: [[NEXT]]:
// CHECK-NOT: @__mcmini_effects
// CHECK: call i32 @known()
// CHECK-NEXT: [[OLD:%.*]] = load i64, {{.*}}@__mcmini_effects
// CHECK-NEXT: [[NEW:%.*]] = add i64 [[OLD]], 1
// CHECK-NEXT: store i64 [[NEW]], {{.*}}@__mcmini_effects
// CHECK-NEXT: store ptr @elsewhere, {{.*}}@__mcmini_callee
// CHECK-NEXT: call i32 @elsewhere()
// CHECK-NOT: @__mcmini_effects
// CHECK: ret i32
int calls(const char *text) {
  sched_yield();
  return known() + elsewhere() + (int)strlen(text);
}

// CHECK-LABEL: define {{.*}}@known(
// CHECK-NOT: @__mcmini_effects
// CHECK: ret i32

// CHECK-LABEL: define {{.*}}@by_pointer(
// CHECK: icmp eq ptr {{.*}}, @by_pointer
// CHECK: store i64 {{.*}}@__mcmini_effects
// CHECK: [[POINTER:%.*]] = load ptr, ptr %
// CHECK-NEXT: load i64, {{.*}}@__mcmini_effects
// CHECK-NEXT: add i64 {{.*}}, 1
// CHECK: store ptr [[POINTER]], {{.*}}@__mcmini_callee
// CHECK-NEXT: call i32 [[POINTER]]
int by_pointer(int (*pointer)(void)) { return pointer(); }

// CHECK-LABEL: define {{.*}}@writes(
// CHECK: icmp eq ptr {{.*}}, @writes
// CHECK: add i64 {{.*}}, 1{{$}}
// CHECK: call {{.*}}@malloc
// CHECK: add i64 {{.*}}, 4294967296
// CHECK-NEXT: store i64 {{.*}}, {{.*}}@__mcmini_effects
// CHECK: add i64 {{.*}}, 4294967296
// CHECK-NEXT: store i64 {{.*}}, {{.*}}@__mcmini_effects
// CHECK-NOT: @__mcmini_effects
// CHECK: ret i32
static __thread int local;
int writes(void) {
  int stack = 0, *own = malloc(sizeof *own);
  *own = 3;
  local = stack;
  stack = *own;
  free(own);
  return stack + local;
}

// What it does is not announced: each hook counts as a write.
// CHECK-LABEL: define {{.*}}@unchecked(
// CHECK: load i64, {{.*}}@__mcmini_effects
// CHECK-NEXT: add i64 {{.*}}, 4294967296
// CHECK: call {{.*}}@__mcmini_access(
MCMINI_NO_CHECK int unchecked(_Atomic int *x) { return *x; }
