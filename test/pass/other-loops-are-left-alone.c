// Loops that change or compute something, and loops that wait for nothing, get no hook of a waiting
// loop.
// RUN: %clang -w -fplugin=%plugin -g -O0 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -w -fplugin=%plugin -g -O1 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// CHECK-NOT: __mcmini_{{wait|await|turn}}
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

void locks(void) {
  for (;;) {
    pthread_mutex_lock(&mutex);
    int done = plain;
    pthread_mutex_unlock(&mutex);
    if (done)
      break;
  }
}
void compare_exchange(void) {
  int seen = 0;
  while (!atomic_compare_exchange_weak(&atomic, &seen, 1))
    ;
}
int every(void) {
  for (int i = 0; i < 2; i++)
    if (!sink)
      return 0;
  return 1;
}
void adds(void) {
  while (atomic_fetch_add(&atomic, 1) < 5)
    sink++;
}
void walks_a_list(void) {
  struct node *p = head;
  while (p->next)
    p = p->next;
  sink = p->value;
}
int counts(void) {
  int n = 0;
  while (!plain)
    n++;
  return n;
}
void gives_up(void) {
  int n = 0;
  while (!plain && n < 5)
    n++;
}
void stores(void) {
  while (!plain)
    sink++;
}
void up_to_a_bound(void) {
  for (int i = 0; i < plain; i++)
    ;
}
int searches(int *array) {
  int k = 0;
  while (array[k] != 3)
    k++;
  return k;
}
void for_ever(void) {
  while (1)
    (void)device;
}
void on_its_own_variable(int x) {
  int local = x;
  while (local)
    ;
}
void calls_something(void) {
  while (!unknown())
    ;
}
