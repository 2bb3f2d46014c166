// philosophers_naive.c - five philosophers, each takes the left fork, then the right one.
//
// McMini: deadlock, at trace 16: each holds the left fork and waits for the right one.
// The clean twin: philosophers_ordered.c.
#include <pthread.h>
#include <stdlib.h>

enum { MAX = 20 };

static int philosophers = 5;
static pthread_mutex_t fork_lock[MAX];

static void *philosopher(void *arg) {
  const int seat = (int)(long)arg;
  pthread_mutex_t *const left = &fork_lock[seat];
  pthread_mutex_t *const right = &fork_lock[(seat + 1) % philosophers];

  pthread_mutex_lock(left);
  pthread_mutex_lock(right);
  // eat
  pthread_mutex_unlock(right);
  pthread_mutex_unlock(left);
  return NULL;
}

int main(int argc, char *argv[]) {
  pthread_t thread[MAX];

  if (argc > 1)
    philosophers = atoi(argv[1]);
  if (philosophers < 2 || philosophers > MAX)
    return 2;
  for (int i = 0; i < philosophers; i++)
    pthread_mutex_init(&fork_lock[i], NULL);
  for (int i = 0; i < philosophers; i++)
    pthread_create(&thread[i], NULL, philosopher, (void *)(long)i);
  for (int i = 0; i < philosophers; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
