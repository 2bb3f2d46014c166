// A copy of unknown length from what a void pointer points to: there is no type to look into, and the
// pointer names it.
// RUN: %clang -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -fplugin=%plugin -g -O1 -S -emit-llvm -o - %s | FileCheck %s
#include <string.h>

// CHECK-DAG: c"{{.*}}from\00"
// CHECK-LABEL: @fill(
// CHECK-DAG: call void @__mcmini_read_range(
// CHECK-DAG: call void @__mcmini_write_range(
// CHECK: ret void
void fill(char *to, const void *from, size_t size) { memcpy(to, from, size); }
