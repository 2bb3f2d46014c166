// More shared mappings than are put back between traces.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py shared-memory %mcmini %t
#include <pthread.h>
#include <stddef.h>
#include <sys/mman.h>

static void *idle(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  for (int i = 0; i < 70; i++)
    mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pthread_create(&thread, NULL, idle, NULL);
  pthread_join(thread, NULL);
  return 0;
}
