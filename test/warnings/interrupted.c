// Ctrl-C ends a search that is not done.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py interrupted python3 %S/Inputs/interrupt.py %mcmini --output=all %t
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter;

static void *counts(void *argument) {
  for (int i = 0; i < 20; i++)
    counter = counter + 1;
  return argument;
}

int main(void) {
  puts("begins");
  pthread_t thread[4];
  for (int i = 0; i < 4; i++)
    pthread_create(&thread[i], NULL, counts, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
