// Reads a line, then has millions of traces.
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { WORDS = 6, THREADS = 3 };

static atomic_int word[WORDS];

static void *add(void *argument) {
  for (int i = 0; i < WORDS; i++) {
    atomic_fetch_add(&word[i], 1);
    atomic_load(&word[i]);
  }
  return argument;
}

int main(void) {
  char line[100];
  pthread_t thread[THREADS];
  if (!fgets(line, sizeof line, stdin))
    return 1;
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(thread[i], NULL);
}
