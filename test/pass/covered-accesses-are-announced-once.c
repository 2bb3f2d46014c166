// Between two visible operations the first read and the first write of some bytes are announced: a
// write covers reads and writes, a read covers reads, a larger access what lies in it, on all paths.
// Covered ones are announced behind a look at __mcmini_all_accesses, which is cut out here.
// RUN: %clang -w -fplugin=%plugin -I%root/include -g -O1 -fno-discard-value-names -mllvm -opt-bisect-limit=0 -S -emit-llvm -o %t.ll %s
// RUN: FileCheck --check-prefix=COVERED %s < %t.ll
// RUN: sed '/^mc.covered/,/^ *br label/d' %t.ll | FileCheck %s
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
  int a, b;
} pair, other;
int array[10];
_Atomic int flag;
pthread_mutex_t mutex;
void unknown(void);
int plain_helper(int n);

// CHECK-LABEL: @read_then_write(
// CHECK: call void @__mcmini_read4({{.*}}@pair)
// CHECK: call void @__mcmini_write4({{.*}}@pair, i64
// CHECK-NOT: call void @__mcmini
// CHECK: ret void
void read_then_write(void) {
  pair.a += pair.a;
  pair.a++;
}

// COVERED-LABEL: @parts(
// COVERED: call void @__mcmini_write_range({{.*}}, i64 8)
// COVERED: [[ALL:%.*]] = load i8, ptr @__mcmini_all_accesses
// COVERED-NEXT: [[ARE:%.*]] = icmp ne i8 [[ALL]], 0
// COVERED-NEXT: br i1 [[ARE]], label %[[THEN:[^,]*]], label %[[AFTER:[^,]*]], !
// COVERED: {{^}}[[THEN]]:
// COVERED-NEXT: call void @__mcmini_read4(
// COVERED-NEXT: br label %[[AFTER]]
// COVERED: {{^}}[[AFTER]]:
// COVERED-NEXT: load i32
// CHECK-LABEL: @parts(
// CHECK: call void @__mcmini_write_range({{.*}}, i64 8)
// CHECK-NOT: call void @__mcmini
// CHECK: ret i32
int parts(struct pair *p) {
  memset(p, 0, sizeof *p);
  return p->a + p->b;
}

// CHECK-LABEL: @visible_operation_between(
// CHECK: call void @__mcmini_read4({{.*}}@pair)
// CHECK: call {{.*}}@__mcmini_pthread_mutex_lock(
// CHECK: call void @__mcmini_read4({{.*}}@pair)
// CHECK: call void @__mcmini_access({{.*}}@flag
// CHECK: call void @__mcmini_read4({{.*}}@pair)
// CHECK: call void @unknown(
// CHECK: call void @__mcmini_read4({{.*}}@pair)
// CHECK: ret i32
int visible_operation_between(void) {
  volatile int sum = pair.a;
  pthread_mutex_lock(&mutex);
  sum += pair.a;
  flag = 1;
  sum += pair.a;
  unknown();
  return sum + pair.a;
}

// CHECK-LABEL: @quiet_function_between(
// CHECK: call void @__mcmini_read4({{.*}}@pair)
// CHECK-NOT: @__mcmini_read4({{.*}}@pair)
// CHECK: ret i32
__attribute__((noinline)) static int quiet(const char *text, int n) {
  return array[n] + (n ? quiet(text, n - 1) : 0);
}
int quiet_function_between(const char *text) {
  int sum = pair.a;
  sum += quiet(text, 1);
  return sum + pair.a + strlen(text);
}

// On one path only: not covered. In a loop: the first turn's.
// CHECK-LABEL: @paths(
// CHECK: call void @__mcmini_write4({{.*}}@pair, i64
// CHECK: call void @__mcmini_read4({{.*}}@pair)
// CHECK: ret i32
int paths(int n) {
  if (n)
    pair.a = n;
  return pair.a;
}

// CHECK-LABEL: @both_paths(
// CHECK-COUNT-2: call void @__mcmini_write4({{.*}}@pair, i64
// CHECK-NOT: @__mcmini_read4({{.*}}@pair)
// CHECK: ret i32
int both_paths(int n) {
  if (n)
    pair.a = n;
  else
    pair.a = n + 1, other.b++;
  return pair.a;
}

// The address of another turn is another address.
// CHECK-LABEL: @turns(
// CHECK: call void @__mcmini_read4(
// CHECK: call void @__mcmini_write4(
// CHECK-NOT: call void @__mcmini
// CHECK: ret void
void turns(int *a, int n) {
  for (int i = 0; i < n; i++) {
    a[i] += a[i];
    a[i]++;
  }
}

// MC_READ and MC_WRITE announce their own access.
// CHECK-LABEL: @annotated(
// CHECK: call void @__mcmini_access(
// CHECK-NOT: call void @__mcmini_read
// CHECK: call void @__mcmini_access(
// CHECK-NOT: call void @__mcmini_write
// CHECK: ret i32
int annotated(struct pair *p) {
  int a = MC_READ(p->a);
  MC_WRITE(p->b, a);
  return a;
}
