// A read from a pipe is made by a function of ours that stands behind another one of ours: its place is
// the program's. And mcmini.h serves gcc, too: mc_choose gives both values, what MCMINI_NO_CHECK leaves
// out races with nobody.
// RUN: %mcmini-cc --from-tsan %s -o %t && not %mcmini -k %t | FileCheck %s
// CHECK: assertion failed: chosen
// CHECK: {{^}}step
// CHECK: [[@LINE+25]]  long got = read(fd[0], &byte, 1);
// CHECK-NOT: data race
// CHECK: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <unistd.h>

static int fd[2], unchecked;

MCMINI_NO_CHECK static void touch(void) { unchecked++; }

static void *writer(void *argument) {
  touch();
  if (write(fd[1], "a", 1) != 1)
    mc_fail("write");
  return argument;
}

int main(void) {
  pthread_t thread;
  char byte;
  if (pipe(fd))
    return 1;
  pthread_create(&thread, NULL, writer, NULL);
  touch();
  long got = read(fd[0], &byte, 1);
  pthread_join(thread, NULL);
  if (got == 1 && mc_choose(2))
    mc_fail("chosen");
}
