// The traces of the search are gone through by their numbers: two locks by two threads, 2! traces.
// --save-trace writes the same schedules as trace files.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini-gdb -ex 'mcmini nextTrace' -ex 'mcmini forward end' -ex 'mcmini nextTrace' \
// RUN:   -ex 'mcmini forward end' -ex 'print order' -ex 'mcmini gotoTrace 1' -ex 'mcmini forward end' \
// RUN:   -ex 'print order' -ex 'mcmini nextTrace' -ex 'mcmini nextTrace' %t 2>&1 | FileCheck %s
// CHECK: trace 1: [[#N:]] transitions; the trace completed
// CHECK: *** the trace is complete; nothing was found in it
// CHECK: trace 2: [[#N]] transitions; the trace completed
// CHECK: $1 = "ba"
// CHECK: trace 1: [[#N]] transitions
// CHECK: $2 = "ab"
// CHECK: trace 2: [[#N]] transitions
// CHECK: there is no trace 3: the search ended with trace 2 (ok: nothing found)
// RUN: %mcmini -q --save-trace=2 %t && %mcmini replay %name.trace-0002.trace -- %t
// RUN: not %mcmini-gdb -ex 'mcmini gotoTrace 3' %t 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: there is no trace 3: the search ended with trace 2 (ok: nothing found)
// The search ends with the first finding, unless it is told to go on.
// RUN: not %mcmini-gdb -ex 'mcmini gotoTrace 2' %t x 2>&1 | FileCheck %s --check-prefix=FINDING
// FINDING: there is no trace 2: the search ended with trace 1 (exit with a nonzero status{{.*}}); mcmini-gdb --keep-going goes on after a finding
// RUN: %mcmini-gdb --keep-going -ex 'mcmini gotoTrace 2' -ex 'mcmini forward end' %t x \
// RUN:   | FileCheck %s --check-prefix=ON
// ON: trace 2: {{.*}} exits with status 1
// ON: *** exit with a nonzero status: the program exits with status 1
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char order[3];

static void *append(void *letter) {
  static int length;
  pthread_mutex_lock(&mutex);
  order[length++] = *(char *)letter;
  pthread_mutex_unlock(&mutex);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  (void)argv;
  pthread_create(&thread[0], NULL, append, "a");
  pthread_create(&thread[1], NULL, append, "b");
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return argc - 1;
}
