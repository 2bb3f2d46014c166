// philosophers_cond N - one mutex and one condition variable; `if` where `while` is needed, which
// is harmless while no wakeup comes without its fork.
#include "../program.h"
#include <stdbool.h>

static int seats;
static bool taken[MAX_THREADS];
static pthread_mutex_t lock;
static pthread_cond_t freed;

static void *philosopher(void *arg) {
  const int left = (int)(long)arg, right = (left + 1) % seats;

  pthread_mutex_lock(&lock);
  if (taken[left] || taken[right])
    pthread_cond_wait(&freed, &lock);
  taken[left] = taken[right] = true;
  pthread_mutex_unlock(&lock);

  pthread_mutex_lock(&lock);
  taken[left] = taken[right] = false;
  pthread_cond_signal(&freed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(int argc, char *argv[]) {
  seats = argument(argc, argv, 1, 2, MAX_THREADS, 3);
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&freed, NULL);
  start(philosopher, seats);
  join_all();
  return 0;
}
