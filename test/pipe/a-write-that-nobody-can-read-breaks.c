// A write against the close of the only read end: it comes first, or it ends with EPIPE where
// SIGPIPE is ignored, or else the process dies of SIGPIPE.
//
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini %t ignored | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: not %mcmini %t fatal | FileCheck --check-prefix=FATAL %s
// FATAL: killed by SIGPIPE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int ends[2];

static void *writer(void *argument) {
  const ssize_t written = write(ends[1], "x", 1);
  assert(written == 1 || (written == -1 && errno == EPIPE));
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  if (strcmp(argv[argc - 1], "ignored") == 0)
    signal(SIGPIPE, SIG_IGN);
  assert(pipe(ends) == 0);
  pthread_create(&thread, NULL, writer, NULL);
  close(ends[0]);
  pthread_join(thread, NULL);
}
