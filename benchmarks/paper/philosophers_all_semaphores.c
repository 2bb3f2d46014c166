// philosophers_all_semaphores N - philosophers whose forks are semaphores of 1, and of whom a
// dining semaphore admits N - 1: Table 10, with --policy=sem.wait=POLICY. The paper does not print
// its program; this one fits its words and those of its section 5.7.
#include "../program.h"
#include <semaphore.h>

static int seats;
static sem_t dining, fork_semaphore[MAX_THREADS];

static void *philosopher(void *arg) {
  const int seat = (int)(long)arg;
  sem_t *const left = &fork_semaphore[seat], *const right = &fork_semaphore[(seat + 1) % seats];

  sem_wait(&dining);
  sem_wait(left);
  sem_wait(right);
  sem_post(&dining);
  sem_post(left);
  sem_post(right);
  return NULL;
}

int main(int argc, char *argv[]) {
  seats = argument(argc, argv, 1, 2, MAX_THREADS, 3);
  sem_init(&dining, 0, (unsigned)seats - 1);
  for (int i = 0; i < seats; i++)
    sem_init(&fork_semaphore[i], 0, 1);
  start(philosopher, seats);
  join_all();
  return 0;
}
