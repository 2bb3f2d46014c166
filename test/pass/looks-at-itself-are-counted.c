// What may tell a thread which one it is: a variable of its own, functions without memory, assembly. Each is
// counted where it stands, also where two of them are merged later; other code has no counter.
// RUN: %mcmini-cc -O1 -S -emit-llvm %s -o - | FileCheck %s
#include <pthread.h>

static _Thread_local int own;
int global;

// CHECK-LABEL: @variable(
// CHECK: store i64 {{.*}}@__mcmini_looks_at_itself
int variable(void) { return own; }
void set(int to) { own = to; }

// CHECK-LABEL: @number(
// CHECK: store i64 {{.*}}@__mcmini_looks_at_itself
unsigned long number(void) { return pthread_self(); }

// CHECK-LABEL: @assembly(
// CHECK: store i64 {{.*}}@__mcmini_looks_at_itself
unsigned long assembly(void) {
  unsigned long pointer;
  __asm__("mov %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

// CHECK-LABEL: @other(
// CHECK-NOT: @__mcmini_looks_at_itself
int other(void) {
  __asm__ volatile("");
  return global;
}
// CHECK: {{^}}}
