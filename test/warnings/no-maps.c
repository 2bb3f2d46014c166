// A program that leaves no descriptor to read /proc/self/maps with: nobody knows what of its memory is shared.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py no-maps %mcmini %t
#include <pthread.h>
#include <sys/resource.h>

static void *idle(void *argument) { return argument; }

int main(void) {
  const struct rlimit none = {0, 0};
  pthread_t thread;
  setrlimit(RLIMIT_NOFILE, &none);
  pthread_create(&thread, 0, idle, 0);
  pthread_join(thread, 0);
  return 0;
}
