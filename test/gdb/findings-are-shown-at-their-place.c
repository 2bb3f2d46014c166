// At the end of a trace the finding is shown, the process stays, and GDB stands at the line of the
// program at fault: also in a program that was not built with McMini.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: sh %S/Inputs/at-the-end.sh "%mcmini" "%mcmini-gdb" %t | FileCheck %s
// RUN: sh %S/Inputs/at-the-end.sh "%mcmini" "%mcmini-gdb" %t.gcc | FileCheck %s
// CHECK: == crash
// CHECK: the end of the trace
// CHECK-NEXT: *** crash: SIGSEGV at address 0x0 (thread 0.1)
// CHECK: in fail {{.*}}:[[#LINE:]]
// CHECK: $1 = 7
// CHECK: == misuse
// CHECK: *** misuse of a primitive: unlock of a mutex that is not locked (thread 0.1)
// CHECK: {{(in|#0)}} {{.*}}fail (
// CHECK: $1 = 7
// CHECK: == exit
// CHECK: *** exit with a nonzero status: the program exits with status 3 (thread 0.1)
// CHECK: $1 = 7
// CHECK: == assertion
// CHECK: *** assertion failed: {{.*}}argument != argument
// CHECK: $1 = 7
// CHECK: == livelock
// CHECK: *** livelock: 1 thread waits in loops that nobody can end
// CHECK: $1 = 7
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int *volatile nothing;
static const char *kind;

static void *fail(void *argument) {
  int local = 7;
  if (!strcmp(kind, "crash"))
    *nothing = local;
  if (!strcmp(kind, "misuse"))
    pthread_mutex_unlock(&mutex);
  if (!strcmp(kind, "exit"))
    exit(3);
  if (!strcmp(kind, "assertion"))
    assert(argument != argument);
  while (!strcmp(kind, "livelock"))
    sched_yield();
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  kind = argv[argc - 1];
  pthread_create(&thread, NULL, fail, NULL);
  pthread_join(thread, NULL);
  return 0;
}
