// Constants, and what nobody else can reach: variables and structures whose address does not leave the
// function, also through pointers, other functions and functions of the C library; memory that was
// allocated and is freed here. Variables of the thread, which its handlers reach, too, are announced where
// there are such.
// RUN: %clang -w -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -w -fplugin=%plugin -g -O2 -fno-inline -S -emit-llvm -o - %s | FileCheck %s
#include <stdlib.h>
#include <string.h>

const int constants[4] = {1, 2, 3, 4};
static _Thread_local int own;
static _Thread_local int known;
int *published;
struct pair {
  int a, b;
};

// CHECK-LABEL: define {{.*}} @privately(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: {{^[}]}}
int privately(int n, struct pair by_value) {
  int array[4] = {1, 2};
  volatile int local = n;
  struct pair pair = by_value, other;
  other = pair;
  char text[10];
  strcpy(text, "text");
  char *heap = malloc(10);
  heap[0] = text[n];
  int result = heap[0] + array[n & 3] + local + other.a + constants[n & 3];
  free(heap);
  return result;
}

// CHECK-LABEL: define {{.*}} @in_the_thread(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: load i8, ptr @__mcmini_own_accesses
// CHECK: call void @__mcmini_read4(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: load i8, ptr @__mcmini_own_accesses
// CHECK: call void @__mcmini_write4(
// CHECK: {{^[}]}}
void in_the_thread(int n) { own += n; }

// CHECK-LABEL: define {{.*}} @through_a_pointer(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: {{^[}]}}
int through_a_pointer(int n) {
  int array[4];
  int *p = array;
  for (int i = 0; i < 4; i++)
    *p++ = n;
  return array[n & 3];
}

static void adds(int *to, int n) {
  if (n)
    adds(to, n - 1);
  *to += n;
}
// The function that gets the address of `sum` gives it to nobody.
// CHECK-LABEL: define {{.*}} @lends(
// CHECK-NOT: call void @__mcmini_{{read|write}}
// CHECK: {{^[}]}}
int lends(int n) {
  int sum = 0;
  adds(&sum, n);
  return sum;
}
// CHECK-LABEL: define {{.*}} @adds(
// CHECK: call void @__mcmini_read4(
// CHECK: call void @__mcmini_write4(
// CHECK: {{^[}]}}

// CHECK-LABEL: define {{.*}} @publishes(
// CHECK: call void @__mcmini_write4({{.*}}, i64
// CHECK: call void @__mcmini_write8({{.*}}@published
// CHECK: call void @__mcmini_read4(
// CHECK: {{^[}]}}
int publishes(int n) {
  int local[2];
  local[1] = n;
  published = local;
  return local[0];
}

// CHECK-LABEL: define {{.*}} @publishes_thread_local(
// CHECK: call void @__mcmini_write4(
// CHECK: {{^[}]}}
void publishes_thread_local(void) {
  published = &known;
  known = 1;
}
