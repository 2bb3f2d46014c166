// A line of --locks with a slip of the pen named no function, and nobody said so: the result was "ok", or a lock's atomics were
// operations, as without the line. A line whose function is there is not named.
// RUN: %mcmini-cc %s -o %t && echo 'take mutex lock' > %t.locks && echo 'giv mutex unlock' >> %t.locks
// RUN: python3 %S/Inputs/shows.py unknown-lock %mcmini --locks=%t.locks %t | FileCheck %s
// CHECK-NOT: function take
// CHECK: --locks: no module that is loaded has a function giv that
// CHECK-NOT: function take
#include <pthread.h>

void take(int *lock);
void take(int *lock) { *lock = 0; }

static int lock;

static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  take(&lock);
  pthread_join(thread, NULL);
  return 0;
}
