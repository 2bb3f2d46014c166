// A trace is gone through step by step, forward and back, in the thread whose step it is: behind the
// step, before the thread's own code, so that GDB's next and print do what they always do. Threads
// and objects have the names of reports.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -q %t
// RUN: %mcmini-gdb -ex 'mcmini forward 4' -ex 'print seen' -ex next -ex 'print seen' \
// RUN:   -ex 'mcmini back' -ex 'mcmini forward' -ex 'print seen' -ex 'mcmini printTransitions' \
// RUN:   -ex 'mcmini printPendingTransitions' -ex 'mcmini objects' -ex 'info threads' \
// RUN:   -ex 'mcmini thread 0' -ex 'mcmini back 4' -ex 'mcmini forward 9' %name.deadlock-0001.trace %t \
// RUN:   | FileCheck %s
// CHECK: steps-go-in-both-directions.c.tmp.deadlock-0001.trace: 6 transitions; 3 threads wait and none can ever go on
// CHECK-NEXT: *** steps-go-in-both-directions.c.tmp.deadlock-0001.trace; transition: 0 of 6; thread: 0 (thread 1 of GDB)
// CHECK: *** steps-go-in-both-directions.c.tmp.deadlock-0001.trace; transition: 4 of 6; thread: 0.1 (one) (thread 2 of GDB)
// CHECK-NEXT: 4: thread 0.1: lock pair at steps-go-in-both-directions.c:[[#LOCK:]]
// CHECK-NEXT: #0 {{.*}}one (argument=
// CHECK: $1 = 0
// CHECK: pthread_mutex_lock(&pair.second);
// CHECK: $2 = 1
// One step back is the start of the thread; its code has not run.
// CHECK: transition: 3 of 6; thread: 0.1 (one) (thread 2 of GDB)
// CHECK-NEXT: 3: thread 0.1: start 0.1 at steps-go-in-both-directions.c
// CHECK-NEXT: #0 {{.*}}one (argument=
// CHECK: transition: 4 of 6; thread: 0.1 (one)
// CHECK: $3 = 0
// CHECK: 3  0.1      start 0.1
// CHECK-NEXT: =>    4  0.1      lock pair                steps-go-in-both-directions.c:[[#LOCK]]
// CHECK: {{^}}deadlock: 3 threads wait and none can ever go on
// CHECK-NEXT: thread 0 waits to join thread 0.1 at steps-go-in-both-directions.c:{{[0-9]+}}: running
// CHECK-NEXT: thread 0.1 (one): running
// CHECK-NEXT: thread 0.2 (two) start (enabled) at steps-go-in-both-directions.c:
// CHECK-NEXT: mutex pair.first: held by thread 0.1
// CHECK: "0"
// CHECK: * 2 {{.*}}"0.1 (one)"
// CHECK: "0.2 (two)"
// CHECK: transition: 4 of 6; thread: 0 (thread 1 of GDB)
// CHECK: in main () at
// CHECK: transition: 0 of 6; thread: 0 (thread 1 of GDB)
// CHECK: transition: 6 of 6; thread: 0.2 (two) (thread 3 of GDB); the end of the trace
// CHECK-NEXT: *** deadlock: 3 threads wait and none can ever go on
// CHECK-NEXT: thread 0 waits to join
// CHECK-NEXT: thread 0.1 (one) waits to lock pair.second {{.*}}: held by thread 0.2 since transition 6
// CHECK-NEXT: thread 0.2 (two) waits to lock pair.first {{.*}}: held by thread 0.1 since transition 4
// CHECK: in two (
#include <pthread.h>

static struct {
  pthread_mutex_t first, second;
} pair = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static int seen;

static void *one(void *argument) {
  pthread_mutex_lock(&pair.first);
  seen = 1;
  pthread_mutex_lock(&pair.second);
  pthread_mutex_unlock(&pair.second);
  pthread_mutex_unlock(&pair.first);
  return argument;
}

static void *two(void *argument) {
  pthread_mutex_lock(&pair.second);
  pthread_mutex_lock(&pair.first);
  pthread_mutex_unlock(&pair.first);
  pthread_mutex_unlock(&pair.second);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, one, NULL);
  pthread_create(&thread[1], NULL, two, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
