// quicksort.c - a program that computes: COUNT ROUNDS. Each of two threads sorts as many numbers of its
// own with a quicksort of its own. In McMini a round is a trace: --repeat=ROUNDS takes their place.
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 4 << 20 };

static unsigned number[2][MOST];
static long count;

static void swap(unsigned *a, unsigned *b) {
  const unsigned former = *a;
  *a = *b;
  *b = former;
}

static void quicksort(unsigned *first, unsigned *last) {
  while (first < last) {
    const unsigned pivot = first[(last - first) / 2];
    unsigned *low = first, *high = last;
    while (low <= high) {
      while (*low < pivot)
        low++;
      while (*high > pivot)
        high--;
      if (low <= high)
        swap(low++, high--);
    }
    quicksort(first, high);
    first = low;
  }
}

static void *work(void *argument) {
  unsigned *own = argument, x = 1;
  for (long i = 0; i < count; i++)
    own[i] = x = x * 1664525 + 1013904223;
  quicksort(own, own + count - 1);
  for (long i = 1; i < count; i++)
    if (own[i - 1] > own[i])
      abort();
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  count = argc > 1 ? atol(argv[1]) : 1000;
  for (long round = argc > 2 ? atol(argv[2]) : 1; round > 0; round--) {
    for (int i = 0; i < 2; i++)
      pthread_create(&thread[i], NULL, work, number[i]);
    for (int i = 0; i < 2; i++)
      pthread_join(thread[i], NULL);
  }
  return 0;
}
