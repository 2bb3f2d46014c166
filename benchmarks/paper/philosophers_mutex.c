// philosophers_mutex N - each takes the shared dining mutex, both forks, and gives them back.
#include "../program.h"

static int seats;
static pthread_mutex_t dining, fork_lock[MAX_THREADS];

static void *philosopher(void *arg) {
  const int seat = (int)(long)arg;
  pthread_mutex_t *const left = &fork_lock[seat], *const right = &fork_lock[(seat + 1) % seats];

  pthread_mutex_lock(&dining);
  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  pthread_mutex_unlock(&dining);
  pthread_mutex_unlock(left);
  pthread_mutex_unlock(right);
  return NULL;
}

int main(int argc, char *argv[]) {
  seats = argument(argc, argv, 1, 2, MAX_THREADS, 4);
  pthread_mutex_init(&dining, NULL);
  for (int i = 0; i < seats; i++)
    pthread_mutex_init(&fork_lock[i], NULL);
  start(philosopher, seats);
  join_all();
  return 0;
}
