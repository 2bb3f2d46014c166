// A handler between two steps of its thread is left out.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py signals %mcmini --signals=off %t
#include <pthread.h>
#include <signal.h>

static void handle(int signal) {}

static void *waits(void *argument) { return argument; }

int main(void) {
  pthread_t thread;
  signal(SIGUSR1, handle);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_kill(thread, SIGUSR1);
  pthread_join(thread, NULL);
}
