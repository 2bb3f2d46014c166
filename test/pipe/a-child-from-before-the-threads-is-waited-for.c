// A process waits behind its threads for children that it had before them: by fork, popen and posix_spawn. Each
// trace has its own, so that the search begins with the first.
//
// RUN: %mcmini-cc -g -O1 %s -o %t && %t
// RUN: sh -c '%mcmini %t; test $? = 3' | FileCheck %s
// CHECK: the child of fork is not explored
// The order of the two locks.
// CHECK: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
#include <assert.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *lock(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

static void ends_with(pid_t child, int expected) {
  int status = 0;
  assert(waitpid(child, &status, 0) == child);
  assert(WIFEXITED(status) && WEXITSTATUS(status) == expected);
}

int main(void) {
  char line[80], *arguments[] = {"sh", "-c", "exit 3", NULL};
  pthread_t thread;
  pid_t spawned;
  const pid_t forked = fork();
  if (forked == 0)
    _exit(7);
  FILE *const says = popen("echo hello", "r");
  assert(says && posix_spawn(&spawned, "/bin/sh", NULL, NULL, arguments, environ) == 0);
  pthread_create(&thread, NULL, lock, NULL);
  lock(NULL);
  pthread_join(thread, NULL);
  assert(fgets(line, sizeof line, says) && strcmp(line, "hello\n") == 0);
  assert(pclose(says) == 0);
  ends_with(forked, 7);
  ends_with(spawned, 3);
}
