// touch.c - memory that a thread writes, word by word: MEGABYTES STRIDE, of 4 bytes in every STRIDE.
#include <pthread.h>
#include <stdlib.h>

enum { MEGABYTE = 1 << 20, MOST = 256 };

static char memory[(size_t)MOST * MEGABYTE];
static size_t size, stride;

static void *work(void *argument) {
  for (size_t i = 0; i < size; i += stride)
    *(volatile int *)&memory[i] = 1;
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  size = (argc > 1 ? (size_t)atol(argv[1]) : 1) * MEGABYTE;
  stride = argc > 2 ? (size_t)atol(argv[2]) : 4;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
