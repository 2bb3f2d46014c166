// Loops that change or compute something, and loops that wait for nothing, get the hooks of their
// accesses and calls, and no hook of a waiting loop. The last function is a loop that waits: it gets
// its hooks, so the pass has looked at all of them.
// RUN: %clang -w -fplugin=%plugin -g -O0 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -w -fplugin=%plugin -g -O1 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

struct node {
  struct node *next;
  int value;
} *head;
_Atomic int atomic;
int plain, sink;
volatile int device;
pthread_mutex_t mutex;
int unknown(void);

// CHECK-LABEL: define {{.*}}@locks(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_pthread_mutex_lock(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_pthread_mutex_unlock(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void locks(void) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    int done = plain;
    pthread_mutex_unlock(&mutex);
    if (done)
      break;
  }
}
// CHECK-LABEL: define {{.*}}@compare_exchange(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_access(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void compare_exchange(void) {
  int seen = 0;
  while (!atomic_compare_exchange_weak(&atomic, &seen, 1))
    ;
}
// CHECK-LABEL: define {{.*}}@every(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
int every(void) {
  for (int i = 0; i < 2; i++)
    if (!sink)
      return 0;
  return 1;
}
// CHECK-LABEL: define {{.*}}@adds(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_access(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_write4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void adds(void) {
  while (atomic_fetch_add(&atomic, 1) < 5)
    sink++;
}
// CHECK-LABEL: define {{.*}}@walks_a_list(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read8(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read8(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read8(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_write4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void walks_a_list(void) {
  struct node *p = head;
  while (p->next)
    p = p->next;
  sink = p->value;
}
// CHECK-LABEL: define {{.*}}@counts(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
int counts(void) {
  int n = 0;
  while (!plain)
    n++;
  return n;
}
// CHECK-LABEL: define {{.*}}@gives_up(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void gives_up(void) {
  int n = 0;
  while (!plain && n < 5)
    n++;
}
// CHECK-LABEL: define {{.*}}@stores(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_write4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void stores(void) {
  while (!plain)
    sink++;
}
// CHECK-LABEL: define {{.*}}@up_to_a_bound(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void up_to_a_bound(void) {
  for (int i = 0; i < plain; i++)
    ;
}
// CHECK-LABEL: define {{.*}}@searches(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
int searches(int *array) {
  int k = 0;
  while (array[k] != 3)
    k++;
  return k;
}
// CHECK-LABEL: define {{.*}}@for_ever(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: @__mcmini_read4(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void for_ever(void) {
  while (1)
    (void)device;
}
// CHECK-LABEL: define {{.*}}@on_its_own_variable(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void on_its_own_variable(int x) {
  int local = x;
  while (local)
    ;
}
// CHECK-LABEL: define {{.*}}@calls_something(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
// CHECK: call {{.*}}@unknown(
// CHECK-NOT: @__mcmini_{{turn|wait|await|attempt}}
void calls_something(void) {
  while (!unknown())
    ;
}
// CHECK-LABEL: define {{.*}}@waits(
// CHECK: @__mcmini_turn(
// CHECK: @__mcmini_read4(
// CHECK: @__mcmini_wait(
void waits(void) {
  while (!plain)
    ;
}
