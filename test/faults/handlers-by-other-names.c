// signal() is another function, __sysv_signal, where the program asks for X/Open alone: a handler of
// SIGSEGV set in this way does not take the place of the runtime's.
// RUN: %mcmini-cc -g -std=c11 -D_XOPEN_SOURCE=700 %s -o %t && %mcmini --require-complete %t | FileCheck %s
// RUN: %gcc -g -std=c11 -D_XOPEN_SOURCE=700 -pthread %s -o %t.gcc
// RUN: %mcmini --require-complete %t.gcc | FileCheck %s
// CHECK: {{^}}2 traces: 2 completed
#include <pthread.h>
#include <signal.h>
#include <stddef.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number) { (void)number; }

static void *worker(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}

int main(void) {
  pthread_t thread;
  signal(SIGSEGV, handler);
  signal(SIGTRAP, handler);
  pthread_create(&thread, NULL, worker, NULL);
  worker(NULL);
  pthread_join(thread, NULL);
  return 0;
}
