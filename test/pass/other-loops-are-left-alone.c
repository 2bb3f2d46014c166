// Loops with visible operations (polling is handled at run time), loops that compute something, and
// loops that wait for nothing get no __mcmini_busy_wait.
// RUN: %clang -w -fplugin=%plugin -g -O0 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// RUN: %clang -w -fplugin=%plugin -g -O1 -I%root/include -S -emit-llvm -o - %s | FileCheck %s
// CHECK-NOT: __mcmini_busy_wait
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

void atomic_load_loop(void) {
  while (!atomic_load(&atomic))
    ;
}
static int is_set(void) { return atomic_load(&atomic); }
void atomic_through_a_function(void) {
  while (!is_set())
    ;
}
void yields(void) {
  while (!plain)
    sched_yield();
}
void sleeps(void) {
  while (!plain)
    usleep(10);
}
void annotated(void) {
  while (!MC_READ(plain))
    ;
}
void trylock(void) {
  while (pthread_mutex_trylock(&mutex))
    ;
}
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
void backs_off(void) {
  int delay = 1;
  while (!plain) {
    for (int i = 0; i < delay; i++)
      __asm__ volatile("pause");
    delay *= 2;
  }
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
