// g_once_init_enter is a macro that looks at the variable before it calls GLib. In code that is not instrumented that look is not seen,
// and who comes later makes no operation: in which order they come is not explored.
// RUN: %gcc -g %s -o %t -pthread -l:libglib-2.0.so.0
// RUN: python3 %S/Inputs/shows.py inline-once %mcmini %t
#include <pthread.h>

int g_once_init_enter(volatile void *location);
void g_once_init_leave(volatile void *location, unsigned long result);

static unsigned long ready;

static void *init(void *argument) {
  if (!__atomic_load_n(&ready, __ATOMIC_SEQ_CST) && g_once_init_enter(&ready))
    g_once_init_leave(&ready, 1);
  return argument;
}

int main(void) {
  pthread_t one, other;
  pthread_create(&one, NULL, init, NULL);
  pthread_create(&other, NULL, init, NULL);
  pthread_join(one, NULL);
  pthread_join(other, NULL);
  return 0;
}
