// The program has too little memory for its thread, of which McMini has some: what it does with the thread is
// not seen.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py create-failed %mcmini %t
#include <pthread.h>
#include <sys/resource.h>

static void *idle(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  setrlimit(RLIMIT_AS, &(struct rlimit){0, 0});
  return pthread_create(&thread, NULL, idle, NULL) == 0;
}
