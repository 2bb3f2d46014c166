// A limit on address space leaves no room to look for data races: what the two increments can do is not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py no-detector %mcmini %t
#include <pthread.h>

#include <sys/resource.h>

static int count;

static void *counts(void *argument) {
  count++;
  return argument;
}

int main(void) {
  pthread_t thread;
  setrlimit(RLIMIT_AS, &(struct rlimit){256 << 20, 256 << 20});
  pthread_create(&thread, NULL, counts, NULL);
  counts(NULL);
  pthread_join(thread, NULL);
  return 0;
}
