// Threads, each of which locks two mutexes in turn, some rounds long: too many schedules to wait for.
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t account = PTHREAD_MUTEX_INITIALIZER, journal = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *none) {
  for (int i = 0; i < 4; i++) {
    pthread_mutex_lock(&account);
    sum++;
    pthread_mutex_unlock(&account);
    pthread_mutex_lock(&journal);
    pthread_mutex_unlock(&journal);
  }
  return none;
}

int main(int argc, char **argv) {
  pthread_t thread[16];
  const int threads = argc > 1 ? atoi(argv[1]) : 3;
  for (int i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
}
