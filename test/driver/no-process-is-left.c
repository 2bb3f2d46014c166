// Whatever processes the program makes, none is left when the command ends.
// RUN: %mcmini-cc -g %s -o %t-left
// RUN: not %mcmini %t-left | FileCheck %s
// RUN: sh -c 'ls -l /proc/[0-9]*/exe 2> /dev/null; true' | not grep -F %t-left
// CHECK: mcmini: incomplete: nothing found, but the child of fork is not explored
// CHECK: forked {{.*}} processes, which were not checked
#include <pthread.h>
#include <unistd.h>

static void *worker(void *argument) {
  if (fork() == 0) {
    setsid();
    if (fork() == 0)
      setsid();
    for (;;)
      pause();
  }
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
