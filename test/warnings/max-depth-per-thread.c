// Threads stop after three steps, as the option says: status 0, and 3 with --require-complete.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py max-depth-per-thread %mcmini --max-depth-per-thread=3 %t
// RUN: sh -c '%mcmini --require-complete --max-depth-per-thread=3 %t; test $? = 3'
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void *counts(void *argument) {
  for (int i = 0; i < 2; i++)
    counter = counter + 1;
  return argument;
}

int main(void) {
  pthread_t thread[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, counts, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
