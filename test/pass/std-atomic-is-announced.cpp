// std::atomic, of floating point too; of an increment nobody uses the result.
// RUN: %clangxx -std=c++20 -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck --check-prefixes=CHECK,O0 %s
// RUN: %clangxx -std=c++20 -fplugin=%plugin -g -O2 -S -emit-llvm -o - %s | FileCheck --check-prefixes=CHECK,O2 %s
#include <atomic>

std::atomic<int> number;
std::atomic<double> real;

// CHECK-LABEL: @_Z3usev
// O2: @__mcmini_access({{.*}}@number{{.*}}, i32 4, i32 3333, i64 1, i64 0)
// O2-NEXT: atomicrmw add {{.*}}@number
// O2: @__mcmini_access({{.*}}@real{{.*}}, i32 8, i32 1283, i64 4609434218613702656, i64 0)
// O2: @__mcmini_access({{.*}}@real{{.*}}, i32 8, i32 2, i64 0, i64 0)
// O2: @__mcmini_access({{.*}}@real{{.*}}, i32 8, i32 1296, i64 %{{.*}}, i64 %
// O2: cmpxchg
// O0: call {{.*}} @_ZNSt13__atomic_baseIiEppEi.unused(
// CHECK: ret
// O0-DAG: @__mcmini_access({{.*}}, i32 8, i32 1283, i64
// O0-DAG: @__mcmini_access({{.*}}, i32 8, i32 1296, i64
// O0-DAG: define internal {{.*}}@_ZNSt13__atomic_baseIiEppEi.unused(
// O0-DAG: @__mcmini_access({{.*}}, i32 4, i32 3333, i64
void use() {
  number++;
  real = 1.5;
  real.fetch_add(2);
}
