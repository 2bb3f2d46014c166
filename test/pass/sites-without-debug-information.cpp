// Without -g a site has the module's name, the demangled function, line 0, and names of globals.
// RUN: %clangxx -fplugin=%plugin -g0 -S -emit-llvm -o - %s | FileCheck %s
#include <pthread.h>

namespace app {
pthread_mutex_t mutex;
struct Pool {
  pthread_mutex_t lock;
  void use(int) {
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&lock);
  }
};
} // namespace app

void all(app::Pool &pool) { pool.use(1); }

// CHECK-DAG: [[FILE:@mc.string[.0-9]*]] = {{.*}} c"{{.*}}sites-without-debug-information.cpp\00"
// CHECK-DAG: [[USE:@mc.string[.0-9]*]] = {{.*}} c"app::Pool::use\00"
// CHECK-DAG: [[MUTEX:@mc.string[.0-9]*]] = {{.*}} c"app::mutex\00"
// CHECK-DAG: [[NONE:@mc.string[.0-9]*]] = {{.*}} [1 x i8] zeroinitializer
// CHECK-DAG: constant {{.*}}[[FILE]]{{[, ].*}}[[USE]]{{[, ].*}}[[MUTEX]]{{[, ].*}}i32 0, i32 0 }
// CHECK-DAG: constant {{.*}}[[FILE]]{{[, ].*}}[[USE]]{{[, ].*}}[[NONE]]{{[, ].*}}i32 0, i32 0 }
