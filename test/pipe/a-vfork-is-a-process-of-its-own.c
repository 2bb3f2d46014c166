// What the process that vfork makes does before it ends or execs, here to close both ends of a pipe,
// changes nothing for the threads of this one: the reader gets the byte. One class: the read comes
// behind the write.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini %t.gcc | FileCheck %s
// CHECK: {{^}}mcmini: incomplete: nothing found, but the child of fork is not explored
// CHECK: warning: the program forks; the new process is not checked
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *unused) {
  assert(write(ends[1], "a", 1) == 1);
  return unused;
}

int main(void) {
  char byte;
  pthread_t thread;
  assert(pipe(ends) == 0);
  const pid_t child = vfork();
  if (child == 0) {
    close(ends[0]);
    close(ends[1]);
    _exit(0);
  }
  assert(waitpid(child, NULL, 0) == child);
  pthread_create(&thread, NULL, writer, NULL);
  assert(read(ends[0], &byte, 1) == 1);
  pthread_join(thread, NULL);
  return 0;
}
