// Nothing of the library is called; its atomics have hooks.
#include <pthread.h>

static void *nothing(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, nothing, NULL);
  pthread_join(thread, NULL);
  return 0;
}
