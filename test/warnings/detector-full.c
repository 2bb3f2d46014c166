// A trace writes more memory than a limit lets McMini look for races in. Those on what it uses last are not
// seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: sh -c 'ulimit -v 2000000 && python3 %S/Inputs/shows.py detector-full %mcmini %t'
#include <pthread.h>
#include <stdlib.h>

enum { BYTES = 64 << 20 };

static char *memory;

static void *writes(void *argument) {
  memory = malloc(BYTES);
  for (int i = 0; i < BYTES; i += 8)
    memory[i] = 1;
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, writes, NULL);
  pthread_join(thread, NULL);
  return 0;
}
