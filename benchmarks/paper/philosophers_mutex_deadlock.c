// philosophers_mutex_deadlock N - left fork, right fork: the circular wait.
#include "../program.h"

static int seats;
static pthread_mutex_t fork_lock[MAX_THREADS];

static void *philosopher(void *arg) {
  const int seat = (int)(long)arg;
  pthread_mutex_t *const left = &fork_lock[seat], *const right = &fork_lock[(seat + 1) % seats];

  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  pthread_mutex_unlock(left);
  pthread_mutex_unlock(right);
  return NULL;
}

int main(int argc, char *argv[]) {
  seats = argument(argc, argv, 1, 2, MAX_THREADS, 5);
  for (int i = 0; i < seats; i++)
    pthread_mutex_init(&fork_lock[i], NULL);
  start(philosopher, seats);
  join_all();
  return 0;
}
