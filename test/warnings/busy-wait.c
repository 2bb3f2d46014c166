// A thread that was not built with mcmini-cc waits busily, and its loads are not to be seen. How often it looks before the flag is set cannot be
// seen: it could go on between the two writes of the other thread.
// RUN: %gcc -g -O1 -pthread %s -o %t
// RUN: python3 %S/Inputs/shows.py busy-wait %mcmini --atomics=off %t
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void *sets(void *argument) {
  flag = 1;
  flag = 2;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, sets, NULL);
  while (!flag)
    ;
  pthread_join(thread, NULL);
  return 0;
}
