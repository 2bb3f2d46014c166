// The program reads what a child writes, and has its own end for writing still open: the search
// ends, as that is not modelled, and says so. If the child writes nothing, it is a deadlock.
//
// RUN: %mcmini-cc -g %s -o %t && not %mcmini %t writes | FileCheck %s
// RUN: not %mcmini %t exits | FileCheck %s --check-prefix=EXITS
// CHECK: incomplete: nothing found, but it waits for what a forked process writes
// CHECK: warning:{{ +}}a process that the program has forked writes where its threads wait,
// CHECK-SAME: close it after fork
// EXITS: deadlock
// EXITS: thread 0 waits to read pipe
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *reader(void *argument) {
  char c;
  return read(ends[0], &c, 1) == 1 ? argument : NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  assert(argc > 1 && pipe(ends) == 0);
  if (fork() == 0)
    _exit(strcmp(argv[1], "writes") == 0 ? write(ends[1], "xy", 2) != 2 : 0);
  pthread_create(&thread, NULL, reader, NULL);
  reader(NULL);
  pthread_join(thread, NULL);
}
