// A thread that runs another program by exec ends what can be checked. A system call that needs a fork
// for each trace is named, where system calls are seen.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: not %mcmini %t execve | FileCheck --check-prefixes=CHECK,EXEC %s
// RUN: not %mcmini %t execl | FileCheck --check-prefixes=CHECK,EXEC %s
// EXEC: warning: the program replaces itself by "/bin/true" (exec): the checking ends there (replaces-itself.c:[[#]])
// RUN: %mcmini %t unlock | FileCheck --check-prefixes=CHECK%if snapshots %{,UNLOCK%} %s
// UNLOCK: executor {{.*}}the program makes the system call munlock
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *body(void *how) {
  char *const arguments[] = {"true", NULL}, *const environment[] = {NULL};
  if (strcmp(how, "execve") == 0)
    execve("/bin/true", arguments, environment);
  else if (strcmp(how, "execl") == 0)
    execl("/bin/true", "true", "ignored", (char *)NULL);
  else
    munlock(how, 1);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  pthread_create(&thread, NULL, body, argv[argc - 1]);
  pthread_join(thread, NULL);
}
