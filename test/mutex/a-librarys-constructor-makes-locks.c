// Locks that a library's constructor has made, before main and perhaps before McMini's own constructor: initialised,
// also as recursive ones, held when main begins, or used and given back. The library is gcc's or the plugin's, or part
// of the program; that is preloaded or instrumented. All know the same locks:
// - same: two threads take two locks one inside the other: 2 orders.
// - cross: in opposite orders: 2 orders, and the deadlock.
// - held: a thread waits until main gives back what the constructor has locked: 1. never: main does not: deadlock.
// - recursive: main, whom the constructor has left it once locked, takes it again, and gives all back; then the other: 1.
// What the test could hide: a mutex that a constructor has destroyed and nobody initialised is not tried.
// RUN: %gcc -DLIBRARY -g -O1 -shared -fPIC %s -o %t.gcc.so && %mcmini-cc -DLIBRARY -g -O1 -shared -fPIC %s -o %t.plugin.so
// RUN: %gcc -g -O1 %s -o %t.preloaded %t.gcc.so -pthread && sh %S/Inputs/constructor.sh %mcmini %t.preloaded | FileCheck %s
// RUN: %mcmini-cc -g -O1 %s -o %t.mixed %t.gcc.so && sh %S/Inputs/constructor.sh %mcmini %t.mixed | FileCheck %s
// RUN: %mcmini-cc -g -O1 %s -o %t.instrumented %t.plugin.so && sh %S/Inputs/constructor.sh %mcmini %t.instrumented | FileCheck %s
// RUN: %gcc -DLIBRARY -DPROGRAM -g -O1 %s -o %t.one -pthread && sh %S/Inputs/constructor.sh %mcmini %t.one | FileCheck %s
// RUN: %mcmini-cc -DLIBRARY -DPROGRAM -g -O1 %s -o %t.both && sh %S/Inputs/constructor.sh %mcmini %t.both | FileCheck %s
// CHECK: same: ok: nothing found, 2 completed, 0 deadlocked
// CHECK-NEXT: cross: deadlock: 2 threads wait and none can ever go on, 2 completed, 1 deadlocked
// CHECK-NEXT: held: ok: nothing found, 1 completed, 0 deadlocked
// CHECK-NEXT: never: deadlock: 2 threads wait and none can ever go on, 0 completed, 1 deadlocked
// CHECK-NEXT: recursive: ok: nothing found, 1 completed, 0 deadlocked
#include <pthread.h>
#include <string.h>
#ifdef LIBRARY
static pthread_mutex_t first, second, recursive, held, used = PTHREAD_MUTEX_INITIALIZER;
static int n;
__attribute__((constructor)) static void begin(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&first, 0);
  pthread_mutex_init(&second, 0);
  pthread_mutex_init(&held, 0);
  pthread_mutex_init(&recursive, &attributes);
  pthread_mutex_lock(&held);
  pthread_mutex_lock(&used);
  pthread_mutex_unlock(&used);
  pthread_mutex_lock(&recursive);
  pthread_mutex_lock(&recursive);
  pthread_mutex_unlock(&recursive);
}
static void use_both(pthread_mutex_t *outer, pthread_mutex_t *inner) {
  pthread_mutex_lock(outer);
  pthread_mutex_lock(inner);
  n++;
  pthread_mutex_unlock(inner);
  pthread_mutex_unlock(outer);
}
static void use_one(pthread_mutex_t *mutex) {
  pthread_mutex_lock(mutex);
  n++;
  pthread_mutex_unlock(mutex);
}
void in_library(const char *what, int is_main) {
  if (!strcmp(what, "same") || (!strcmp(what, "cross") && is_main))
    use_both(&first, &second);
  else if (!strcmp(what, "cross"))
    use_both(&second, &first);
  else if (!strcmp(what, "held") && is_main)
    pthread_mutex_unlock(&held);
  else if (!strcmp(what, "recursive"))
    use_one(&recursive);
  else if (!is_main)
    use_one(&held);
  if (!strcmp(what, "recursive") && is_main)
    pthread_mutex_unlock(&recursive);
}
#else
void in_library(const char *what, int is_main);
#endif
#if !defined LIBRARY || defined PROGRAM
static void *use(void *what) {
  in_library(what, 0);
  return 0;
}
int main(int argc, char **argv) {
  pthread_t t;
  pthread_create(&t, 0, use, argv[argc - 1]);
  in_library(argv[argc - 1], 1);
  pthread_join(t, 0);
  return 0;
}
#endif
