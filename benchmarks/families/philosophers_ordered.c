// philosophers_ordered N - each takes the fork with the lower number first: 2^N - 2 classes, no
// deadlock. Taking the left one first is ../paper/philosophers_mutex_deadlock: 2^N - 1 classes, one
// of them the deadlock.
#include "../program.h"

static int seats;
static pthread_mutex_t fork_lock[MAX_THREADS];

static void *philosopher(void *arg) {
  const int left = (int)(long)arg, right = (left + 1) % seats;

  pthread_mutex_lock(&fork_lock[left < right ? left : right]);
  pthread_mutex_lock(&fork_lock[left < right ? right : left]);
  pthread_mutex_unlock(&fork_lock[left]);
  pthread_mutex_unlock(&fork_lock[right]);
  return NULL;
}

int main(int argc, char *argv[]) {
  seats = argument(argc, argv, 1, 2, MAX_THREADS, 3);
  for (int i = 0; i < seats; i++)
    pthread_mutex_init(&fork_lock[i], NULL);
  start(philosopher, seats);
  join_all();
  return 0;
}
