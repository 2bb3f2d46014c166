// philosophers_semaphores.c - three philosophers with semaphores as forks, and a table at which
// only two may sit.
//
// McMini: ok. With a table for all three (argument: 3) it finds the deadlock.
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

enum { PHILOSOPHERS = 3 };

static sem_t seats;
static sem_t fork_free[PHILOSOPHERS];

static void *philosopher(void *arg) {
  const int seat = (int)(long)arg;
  sem_t *const left = &fork_free[seat];
  sem_t *const right = &fork_free[(seat + 1) % PHILOSOPHERS];

  sem_wait(&seats);
  sem_wait(left);
  sem_wait(right);
  // eat
  sem_post(left);
  sem_post(right);
  sem_post(&seats);
  return NULL;
}

int main(int argc, char *argv[]) {
  pthread_t thread[PHILOSOPHERS];

  sem_init(&seats, 0, argc > 1 ? (unsigned)atoi(argv[1]) : PHILOSOPHERS - 1);
  for (int i = 0; i < PHILOSOPHERS; i++)
    sem_init(&fork_free[i], 0, 1);
  for (int i = 0; i < PHILOSOPHERS; i++)
    pthread_create(&thread[i], NULL, philosopher, (void *)(long)i);
  for (int i = 0; i < PHILOSOPHERS; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
