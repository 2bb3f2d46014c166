// Break points and watch points stop what `forward` runs, behind a `back` as before it, and are not
// met while `back` runs the trace again; GDB's own commands come to the end of the trace, too.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -q --minimise=off %t
// RUN: %mcmini-gdb -x %S/Inputs/break-points.gdb %name.assertion-0001.trace %t | FileCheck %s
// RUN: %gcc -g -pthread %s -o %t.gcc && not %mcmini -q --minimise=off %t.gcc
// RUN: %mcmini-gdb -x %S/Inputs/break-points.gdb %name.gcc.assertion-0001.trace %t.gcc | FileCheck %s
// CHECK: Breakpoint 1 at
// CHECK: hit Breakpoint 1, add (argument=
// CHECK: transition: 3 of 16; thread: 0.1 (add)
// CHECK: $1 = 0
// CHECK: hit Breakpoint 1, add (argument=
// CHECK: transition: 6 of 16; thread: 0.2 (add)
// CHECK: hit Hardware watchpoint 2: total
// CHECK: Old value = 0
// CHECK-NEXT: New value = 1
// CHECK: transition: 9 of 16; thread: 0.1 (add)
// CHECK: $2 = 1
// CHECK: transition: 0 of 16; thread: 0 (
// CHECK: $3 = 0
// CHECK: transition: 3 of 16; thread: 0.1 (add)
// CHECK: transition: 6 of 16; thread: 0.2 (add)
// CHECK: Old value = 0
// CHECK-NEXT: New value = 1
// CHECK: transition: 9 of 16; thread: 0.1 (add)
// The second thread writes what the first one did: the watch point is silent.
// CHECK: transition: 16 of 16; {{.*}}; the end of the trace
// CHECK-NEXT: *** assertion failed: assertion `total == 2' failed
// CHECK: in main () at
// CHECK: $4 = 1
// The end goes on to the end of the process, and `back` starts it again.
// CHECK: exited
// CHECK: transition: 15 of 16; thread: 0.2 (add)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void *add(void *argument) {
  pthread_mutex_lock(&mutex);
  int old = total;
  pthread_mutex_unlock(&mutex);
  pthread_mutex_lock(&mutex);
  total = old + 1;
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, add, NULL);
  pthread_create(&thread[1], NULL, add, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  assert(total == 2);
  return 0;
}
