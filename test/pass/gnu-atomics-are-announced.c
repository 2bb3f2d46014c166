// GNU __atomic and __sync builtins, also where they are calls of the atomic library: those that pass
// addresses are replaced, since the library takes locks in them.
// RUN: %clang -w -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | FileCheck %s
struct triple {
  long v[3];
} t, u, v;
struct odd {
  char c[3];
} o, p;
int i;
unsigned n;
long l;
__int128 w, x;
double d;
_Bool flag;

// CHECK-LABEL: @builtins(
// CHECK: @__mcmini_access({{.*}}@l{{.*}}, i32 8, i32 1283, i64 %{{.*}}, i64 0)
// CHECK: @__mcmini_access({{.*}}@i{{.*}}, i32 4, i32 3336, i64 %{{.*}}, i64 0)
// CHECK: @__mcmini_access({{.*}}@i{{.*}}, i32 4, i32 3340, i64
// CHECK: @__mcmini_access({{.*}}@i{{.*}}, i32 4, i32 3339, i64
// CHECK: @__mcmini_access({{.*}}@n{{.*}}, i32 4, i32 3342, i64
// CHECK: @__mcmini_access({{.*}}@n{{.*}}, i32 4, i32 3341, i64
// CHECK: @__mcmini_access({{.*}}@flag{{.*}}, i32 1, i32 3332, i64 1, i64 0)
// CHECK: @__mcmini_access({{.*}}@flag{{.*}}, i32 1, i32 1283, i64 0, i64 0)
// CHECK: ret void
void builtins(void) {
  __atomic_store_n(&l, 7, __ATOMIC_SEQ_CST);
  __atomic_fetch_nand(&i, 3, __ATOMIC_SEQ_CST);
  __atomic_fetch_min(&i, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_max(&i, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_min(&n, 1, __ATOMIC_SEQ_CST);
  __atomic_fetch_max(&n, 1, __ATOMIC_SEQ_CST);
  __atomic_test_and_set(&flag, __ATOMIC_SEQ_CST);
  __atomic_clear(&flag, __ATOMIC_SEQ_CST);
}

// CHECK-LABEL: @library(
// CHECK-NOT: call void @__atomic_
// CHECK: @__mcmini_library_atomic({{.*}}@o{{.*}}, i64 3, i32 1283, {{.*}}@p{{.*}}, ptr {{.*}}null, ptr @__atomic_store)
// CHECK: @__mcmini_library_atomic({{.*}}@t{{.*}}, i64 24, i32 1282, ptr {{.*}}null, {{.*}}@u, ptr @__atomic_load)
// CHECK: @__mcmini_library_atomic({{.*}}@t{{.*}}, i64 24, i32 21776, {{.*}}@v, {{.*}}@u, ptr @__atomic_compare_exchange)
// CHECK: @__mcmini_library_atomic({{.*}}@t{{.*}}, i64 24, i32 1284, {{.*}}@u, {{.*}}@v, ptr @__atomic_exchange)
// CHECK: ret void
void library(void) {
  __atomic_store(&o, &p, __ATOMIC_SEQ_CST);
  __atomic_load(&t, &u, __ATOMIC_SEQ_CST);
  __atomic_compare_exchange(&t, &u, &v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  __atomic_exchange(&t, &u, &v, __ATOMIC_SEQ_CST);
}

// CHECK-LABEL: @sync(
// CHECK: @__mcmini_access({{.*}}@i{{.*}}, i32 4, i32 3333, i64 2, i64 0)
// CHECK: @__mcmini_access({{.*}}@i{{.*}}, i32 4, i32 21776, i64 2, i64 1)
// CHECK: @__mcmini_access({{.*}}@l{{.*}}, i32 8, i32 21776, i64 4, i64 3)
// CHECK: @__mcmini_access({{.*}}@i{{.*}}, i32 4, i32 3332, i64 1, i64 0)
// CHECK: @__mcmini_access({{.*}}@i{{.*}}, i32 4, i32 771, i64 0, i64 0)
// CHECK: @__mcmini_fence(
// CHECK: @__mcmini_wide_access({{.*}}@w{{.*}}, i32 16, i32 3333, ptr {{.*}}%{{.*}}, ptr null)
// CHECK: @__mcmini_wide_access({{.*}}@w{{.*}}, i32 16, i32 21776, ptr {{.*}}%{{.*}}, ptr {{.*}}%
// CHECK: ret void
void sync(void) {
  __sync_fetch_and_add(&i, 2);
  __sync_bool_compare_and_swap(&i, 1, 2);
  __sync_val_compare_and_swap(&l, 3, 4);
  __sync_lock_test_and_set(&i, 1);
  __sync_lock_release(&i);
  __sync_synchronize();
  __sync_fetch_and_add(&w, 6);
  __sync_bool_compare_and_swap(&w, x, 7);
}
