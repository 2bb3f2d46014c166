// MC_READ and MC_WRITE become accesses named by the annotated text; no call of the marker is left.
// RUN: %clang -fplugin=%plugin -g -O0 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -fplugin=%plugin -O2 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -x c++ -fplugin=%plugin -O1 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -O1 -I%root/include -S -emit-llvm -o - %s | FileCheck --check-prefix=PLAIN %s
#include <mcmini/mcmini.h>

#ifdef __cplusplus
extern "C"
#endif
struct pool { int count; char done; } global;

// CHECK-DAG: c"pool->count\00"
// CHECK-DAG: c"global.done\00"
// CHECK-LABEL: @use(
// CHECK: call void @__mcmini_access({{.*}}@mc.site{{.*}}, i32 4, i32 0, i64 0, i64 0)
// CHECK: load i32
// CHECK: call void @__mcmini_access({{.*}}@mc.site{{.*}}, i32 1, i32 1, i64 {{.*}}, i64 0)
// CHECK: store i8
// CHECK: ret
// CHECK-NOT: call {{.*}}@__mcmini_annotated
// PLAIN-NOT: mcmini_
#ifdef __cplusplus
extern "C"
#endif
int use(struct pool *pool) {
  int seen = MC_READ(pool->count);
  MC_WRITE(global.done, 1);
  return seen;
}
