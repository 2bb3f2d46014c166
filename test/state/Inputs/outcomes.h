// outcomes.h - two threads, each of which makes one call; what both return is printed.
#include <pthread.h>
#include <stdio.h>

static void prepare(void);
static long first(void);
static long second(void);

static long result_of_first;

static void *run_first(void *argument) {
  result_of_first = first();
  return argument;
}

int main(void) {
  pthread_t thread;
  prepare();
  pthread_create(&thread, NULL, run_first, NULL);
  const long result = second();
  pthread_join(thread, NULL);
  printf("outcome %ld %ld\n", result_of_first, result);
}
