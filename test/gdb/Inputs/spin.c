// Main waits busily for the other thread.
#include <pthread.h>

static volatile int flag;

static void *set(void *argument) {
  flag = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  while (!flag)
    ;
  return pthread_join(thread, NULL);
}
