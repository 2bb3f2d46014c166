// A site has the object's name as the source writes it, the line and the column.
// RUN: %clang -fplugin=%plugin -g -O0 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -fplugin=%plugin -g -O2 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

struct pool {
  pthread_mutex_t lock;
  int workers;
  pthread_cond_t ready[3];
  _Atomic long count;
  union {
    sem_t slots;
    pthread_mutex_t other;
  };
};
struct pool global;
pthread_mutex_t forks[5], grid[3][4];
_Thread_local pthread_mutex_t own;

// CHECK-DAG: [[FILE:@mc.string[.0-9]*]] = {{.*}} c"{{.*}}names-of-objects.c\00"
// CHECK-DAG: [[FUNCTION:@mc.string[.0-9]*]] = {{.*}} c"run\00"
void *run(void *argument) {
  struct pool *pool = argument, **pools = &pool;
  pthread_mutex_t *mutex = &pool->lock;
  int i = 2, n = 5;
  // CHECK-DAG: [[LOCK:@mc.string[.0-9]*]] = {{.*}} c"pool->lock\00"
  // CHECK-DAG: constant {{.*}} { {{.*}}[[FILE]]{{[, ].*}}[[FUNCTION]]{{[, ].*}}[[LOCK]]{{[, ].*}}i32 [[@LINE+1]], i32 3 }
  pthread_mutex_lock(&pool->lock);
  pthread_mutex_lock(mutex);
  // CHECK-DAG: c"*mutex\00"
  pthread_mutex_lock(argument);
  // CHECK-DAG: c"*argument\00"
  pthread_mutex_lock(&(*pools)->lock);
  // CHECK-DAG: c"(*pools)->lock\00"
  pthread_mutex_lock(&pools[i]->lock);
  // CHECK-DAG: c"pools[i]->lock\00"
  pthread_mutex_lock(&pool[1].lock);
  // CHECK-DAG: c"pool[1].lock\00"
  pthread_mutex_lock(&global.lock);
  // CHECK-DAG: c"global.lock\00"
  pthread_cond_signal(&pool->ready[i]);
  // CHECK-DAG: c"pool->ready[i]\00"
  pthread_cond_signal(&global.ready[1]);
  // CHECK-DAG: c"global.ready[1]\00"
  sem_post(&pool->slots);
  // CHECK-DAG: c"pool->slots\00"
  pthread_mutex_lock(&pool->other);
  // CHECK-DAG: c"pool->other\00"
  pthread_mutex_lock(&forks[0]);
  // CHECK-DAG: c"forks[0]\00"
  pthread_mutex_lock(&forks[(i + 1) % n]);
  // CHECK-DAG: c"forks[(i + 1) % n]\00"
  pthread_mutex_lock(&grid[i][i - 1]);
  // CHECK-DAG: c"grid[i][i - 1]\00"
  pthread_mutex_lock(&own);
  // CHECK-DAG: c"own\00"
  atomic_fetch_add(&pool->count, 1);
  // CHECK-DAG: c"pool->count\00"
  return 0;
}

void start(void) {
  pthread_t thread[2];
  for (int k = 0; k < 2; k++)
    pthread_create(&thread[k], 0, run, &global);
  pthread_join(thread[1], 0);
  // CHECK-DAG: c"thread[k]\00"
  // CHECK-DAG: c"thread[1]\00"
}
