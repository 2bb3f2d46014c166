// Calls of thread primitives become hooks with a site in front, at every level of optimisation.
// RUN: %clang -fplugin=%plugin -g -O0 -S -emit-llvm -o - %s | sed -f %S/Inputs/without-effects.sed | FileCheck %s
// RUN: %clang -fplugin=%plugin -g -O1 -S -emit-llvm -o - %s | sed -f %S/Inputs/without-effects.sed | FileCheck %s
// RUN: %clang -fplugin=%plugin -O2 -S -emit-llvm -o - %s | sed -f %S/Inputs/without-effects.sed | FileCheck %s
#include <pthread.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

// A constructor names the file, and a reference makes the linker take the runtime.
// CHECK-DAG: @mc.runtime = private constant {{.*}} @__mcmini_runtime
// CHECK-DAG: @llvm.global_ctors = {{.*}} i32 102, {{.*}} @mc.module
// CHECK-DAG: c"{{.*}}calls-become-hooks.c\00"
// CHECK-DAG: @llvm.{{(compiler.)?}}used = {{.*}} @mc.runtime

// The address of a function is not a call: interposition catches it.
// CHECK-DAG: @lock_function = {{.*}} @pthread_mutex_lock
int (*lock_function)(pthread_mutex_t *) = pthread_mutex_lock;

static pthread_mutex_t mutex;
static pthread_cond_t condition;

// The program's own function of such a name is its own.
unsigned __attribute__((noinline)) sleep(unsigned seconds) {
  __asm__ volatile("");
  return seconds;
}

// CHECK-LABEL: @wait_for_it(
// CHECK: notail call i32 @__mcmini_pthread_mutex_lock({{.*}}@mc.site{{[.0-9]*}}{{.*}}@mutex
// CHECK: notail call i32 @__mcmini_pthread_cond_wait({{.*}}@mc.site{{.*}}@condition{{.*}}@mutex
// CHECK: notail call i32 @__mcmini_pthread_mutex_unlock({{.*}}@mc.site{{.*}}@mutex
// CHECK-NOT: __mcmini
// CHECK: call i32 @sleep(i32
void wait_for_it(void) {
  pthread_mutex_lock(&mutex);
  pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  sleep(1);
}

// CHECK-LABEL: @futex(
// CHECK: call i64 ({{.*}}, i64, ...) @__mcmini_syscall({{.*}}@mc.site{{.*}}, i64 noundef 202, {{.*}}i32 noundef 1
long futex(int *word) { return syscall(SYS_futex, word, 0, 1, (void *)0); }

// CHECK-LABEL: @leave(
// CHECK: call void @__mcmini_exit({{.*}}@mc.site{{.*}}, i32 noundef 3) [[NORETURN:#[0-9]+]]
// CHECK-NEXT: unreachable
void leave(void) { exit(3); }

// Hooks of the program under test itself are not touched.
// CHECK-LABEL: @__mcmini_own(
// CHECK-NOT: __mcmini_pthread
// CHECK: ret
void __mcmini_own(void) { pthread_mutex_lock(&mutex); }

// CHECK: call void @__mcmini_module(
// CHECK: attributes [[NORETURN]] = { {{.*}}noreturn
