// A handler of pthread_atfork in the new process is no part of the trace, be it registered by a library before McMini
// starts. It was: its unlock was a step that the search made for the parent, with the search's memory. dfs ended with a
// crash, or with steps that were not repeated; both orders of the two locks could be hidden.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %gcc -g -shared -fPIC -DLIBRARY %s -o %t.so && %mcmini-cc -g -DOUTSIDE %s %t.so -o %t.outside
// DEFINE: %{dfs} = --output=all --algorithm=dfs
// RUN: not %mcmini -q --output=all %t >text && sort text | FileCheck %s
// RUN: not %mcmini -q %{dfs} %t >text && sort text | FileCheck %s --check-prefixes=DFS,CHECK
// RUN: not %mcmini -q %{dfs} --isolation=fork %t >text && sort text | FileCheck %s --check-prefixes=DFS,CHECK
// RUN: not %mcmini -q %{dfs} --threads=kernel %t >text && sort text | FileCheck %s --check-prefixes=DFS,CHECK
// RUN: not %mcmini -q %{dfs} %t.gcc >text && sort text | FileCheck %s --check-prefixes=DFS,CHECK
// RUN: not %mcmini -q %{dfs} %t.outside >text && sort text | FileCheck %s --check-prefixes=DFS,CHECK
// DFS: {{^}}6 traces: 6 completed, 0 deadlocked, 0 failed
// CHECK: child: 0
// CHECK: child: 2
// CHECK: mcmini: incomplete: nothing found, but the child of fork is not explored
#include <pthread.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef LIBRARY
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
__attribute__((constructor)) static void start(void) { pthread_atfork(lock, unlock, unlock); }
#else
#ifdef OUTSIDE
extern pthread_mutex_t mutex;
static void start(void) {}
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void lock(void) { pthread_mutex_lock(&mutex); }
static void unlock(void) { pthread_mutex_unlock(&mutex); }
static void start(void) { pthread_atfork(lock, unlock, unlock); }
#endif
static int number;

static void *adds(void *unused) {
  pthread_mutex_lock(&mutex);
  number++;
  number++;
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t thread;
  int status;
  start();
  pthread_create(&thread, NULL, adds, NULL);
  const pid_t child = fork();
  if (child == 0)
    _exit(number);
  waitpid(child, &status, 0);
  pthread_join(thread, NULL);
  printf("child: %d\n", WEXITSTATUS(status));
  return 0;
}
#endif
