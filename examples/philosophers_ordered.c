// philosophers_ordered.c - three philosophers, each takes the fork with the lower number first.
//
// McMini: ok. Between neighbours either order of a shared fork is possible, and all of them but the
// two circular ones: 2^3 - 2 = 6 classes.
#include <pthread.h>
#include <stdlib.h>

enum { MAX = 20 };

static int philosophers = 3;
static pthread_mutex_t fork_lock[MAX];

static void *philosopher(void *arg) {
  const int seat = (int)(long)arg;
  const int next = (seat + 1) % philosophers;
  pthread_mutex_t *const first = &fork_lock[seat < next ? seat : next];
  pthread_mutex_t *const second = &fork_lock[seat < next ? next : seat];

  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  // eat
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
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
