// The program forks between two threads that talk through a pipe. The child finds the kernel's pipes,
// and none of what lies in ours; what it writes reaches the parent, once that has closed its own end.
// The write of a thread comes before or after the first read: 2 traces.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: not %mcmini %t | FileCheck %s
// RUN: not %mcmini %t.gcc | FileCheck %s
// CHECK: forked {{ *}}{{[0-9]+}} processes, which were not checked
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static int between[2], to_parent[2];

static void *writer(void *argument) {
  assert(write(between[1], "x", 1) == 1);
  return argument;
}

int main(void) {
  pthread_t thread;
  char c;
  int status;
  assert(pipe(between) == 0 && pipe(to_parent) == 0 && write(between[1], "w", 1) == 1);
  pthread_create(&thread, NULL, writer, NULL);
  assert(read(between[0], &c, 1) == 1 && c == 'w');
  const pid_t child = fork();
  if (child == 0) {
    fcntl(between[0], F_SETFL, O_NONBLOCK);
    _exit(read(between[0], &c, 1) == -1 && write(to_parent[1], "y", 1) == 1 ? 0 : 1);
  }
  close(to_parent[1]);
  assert(read(to_parent[0], &c, 1) == 1 && c == 'y' && read(to_parent[0], &c, 1) == 0);
  assert(waitpid(child, &status, 0) == child && status == 0);
  assert(read(between[0], &c, 1) == 1 && c == 'x');
  pthread_join(thread, NULL);
}
