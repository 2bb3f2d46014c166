// Two threads shift a word by an instruction that McMini does not know. The orders with the load are not
// explored.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py inline-assembly %mcmini %t
// RUN: python3 %S/Inputs/shows.py inline-assembly %mcmini --races=off %t
#include <pthread.h>

static int word = 1;

static void *shifts(void *argument) {
  __asm__ volatile("rcll $1, %0" : "+m"(word) : : "cc", "memory");
  return argument;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, shifts, NULL);
  shifts(NULL);
  pthread_join(thread, NULL);
  return 0;
}
