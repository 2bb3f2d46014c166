// A wait for a semaphore with a wakeup policy, which a handler ends with EINTR: here it goes on, so the schedule
// in which the thread is back before the post is not there.
// RUN: %mcmini-cc -g -O1 -w %s -o %t
// RUN: python3 %S/Inputs/shows.py eintr %mcmini %t
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>

static sem_t semaphore;

static void handle(int signal) {
  (void)signal;
}

static void *waits(void *argument) {
  sem_wait(&semaphore);
  return argument;
}

int main(void) {
  pthread_t thread;
  struct sigaction action = {.sa_handler = handle};
  sem_init(&semaphore, 0, 0);
  mc_policy(&semaphore, MC_FIFO);
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, waits, NULL);
  pthread_kill(thread, SIGUSR1);
  sem_post(&semaphore);
  pthread_join(thread, NULL);
}
