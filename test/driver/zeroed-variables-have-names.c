// Variables that begin as zeroes and lie in no page of the file have their names, where no instrumented line says
// them: preloaded, through -fsanitize=thread, and in a library.
// RUN: %gcc -g -pthread %s -o preloaded
// RUN: not %mcmini -q ./preloaded | FileCheck %s
// RUN: %mcmini-cc --from-tsan=gcc -g %s -o linked
// RUN: not %mcmini -q ./linked | FileCheck %s
// RUN: %gcc -g -pthread -shared -fPIC -DLIBRARY %s -o libzeroes.so
// RUN: %gcc -g -pthread -DPROGRAM %s -o program -L. -lzeroes -Wl,-rpath,%t.dir
// RUN: not %mcmini -q ./program | FileCheck %s
// CHECK: note: thread 0.1 (cross) waits to lock first: held by thread 0 since step 3
#include <pthread.h>

void run(void);

#ifndef PROGRAM
static char before[100000];
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void *cross(void *argument) {
  before[0] = 1;
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  return argument;
}

void run(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, cross, NULL);
  pthread_mutex_lock(&second);
  pthread_mutex_lock(&first);
  pthread_join(thread, NULL);
}
#endif

#ifndef LIBRARY
int main(void) {
  run();
  return 0;
}
#endif
