// Two threads take more memory than lies near; how much depends on what they read. It must be new
// in each trace, and is filled.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64, EXCHANGES = 3 };
static _Atomic int last;

static void take(int chunks) {
  for (int i = 0; i < chunks; i++) {
    char *memory = malloc(SIZE);
    for (int k = 0; k < SIZE; k++)
      assert(memory[k] == 0);
    memset(memory, 0xff, SIZE);
  }
}

static void *grow(void *number) {
  take(1000);
  for (int i = 0; i < EXCHANGES; i++)
    if (atomic_exchange(&last, (int)(long)number) != (int)(long)number)
      take(1500);
  return NULL;
}

int main(void) {
  pthread_t thread[2];
  for (long i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, grow, (void *)(i + 1));
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
