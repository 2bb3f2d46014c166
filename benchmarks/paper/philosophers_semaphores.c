// philosophers_semaphores N [PLACES] - the dining semaphore lets PLACES of them sit: N - 1 by
// default. With N places: the paper's philosophers_semaphores_deadlock.
#include "../program.h"
#include <semaphore.h>

static int seats;
static sem_t dining;
static pthread_mutex_t fork_lock[MAX_THREADS];

static void *philosopher(void *arg) {
  const int seat = (int)(long)arg;
  pthread_mutex_t *const left = &fork_lock[seat], *const right = &fork_lock[(seat + 1) % seats];

  sem_wait(&dining);
  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  pthread_mutex_unlock(left);
  pthread_mutex_unlock(right);
  sem_post(&dining);
  return NULL;
}

int main(int argc, char *argv[]) {
  seats = argument(argc, argv, 1, 2, MAX_THREADS, 3);
  sem_init(&dining, 0, (unsigned)argument(argc, argv, 2, 1, MAX_THREADS, seats - 1));
  for (int i = 0; i < seats; i++)
    pthread_mutex_init(&fork_lock[i], NULL);
  start(philosopher, seats);
  join_all();
  return 0;
}
