// Two threads lock one mutex: each pair of their operations that is dependent comes in both orders. What main reads behind
// the join comes behind the store of the thread, always. Line 47 never runs, and that is told.
//
// The locks are two classes, so two traces: in the one thread 0.1 is first, in the other 0.2.
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini -q --explored --json=%t.json %t | FileCheck %s --check-prefix=TRACES
// TRACES: 2 traces: 2 completed
// RUN: /usr/bin/python3 %S/Inputs/orders.py %t.json | FileCheck %s --match-full-lines
// CHECK: ran: load done at 59 by 0
// CHECK-NEXT: ran: lock 'lock' at 39 by 0.1
// CHECK-NEXT: ran: lock 'lock' at 45 by 0.2
// CHECK-NEXT: ran: store done at 50 by 0.2
// CHECK-NEXT: ran: unlock 'lock' at 40 by 0.1
// CHECK-NEXT: ran: unlock 'lock' at 49 by 0.2
// CHECK-NEXT: both: lock 'lock' at 39 by 0.1, lock 'lock' at 45 by 0.2
// CHECK-NEXT: both: lock 'lock' at 39 by 0.1, unlock 'lock' at 49 by 0.2
// CHECK-NEXT: both: lock 'lock' at 45 by 0.2, unlock 'lock' at 40 by 0.1
// CHECK-NEXT: both: unlock 'lock' at 40 by 0.1, unlock 'lock' at 49 by 0.2
// CHECK-NEXT: one: store done at 50 by 0.2, load done at 59 by 0: thread 0 joins thread 0.2 before (each-order-that-ran-is-told.c:58)
// CHECK-NEXT: never ran: 47 done in other
// CHECK-NEXT: full: False
//
// A stored result makes the same result again.
// RUN: %mcmini report %t.json --json=%t.again.json > /dev/null
// RUN: sed '/"seconds"/d' %t.json > %t.a && sed '/"seconds"/d' %t.again.json > %t.b && diff %t.a %t.b
// RUN: python3 %S/../driver/Inputs/check_json.py %t.json
//
// Nobody asks for it: it is not noted.
// RUN: %mcmini -q --json=%t.json %t && grep '"explored": null' %t.json
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;
static int count;

static void *work(void *argument) {
  (void)count;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *other(void *argument) {
  pthread_mutex_lock(&lock);
  if (count > 5)
    atomic_store(&done, 2);
  (void)count;
  pthread_mutex_unlock(&lock);
  atomic_store(&done, 1);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0), pthread_join(b, 0);
  return atomic_load(&done) - 1;
}
