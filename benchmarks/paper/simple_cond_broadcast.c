// simple_cond_broadcast N - a broadcast made of semaphores: main waits until all threads have
// started, then lets them all end.
#include "../program.h"
#include <semaphore.h>

static sem_t started, end;
static pthread_mutex_t lock;

static void *worker(void *arg) {
  sem_post(&started);
  pthread_mutex_lock(&lock);
  sem_wait(&end);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(int argc, char *argv[]) {
  const int threads = argument(argc, argv, 1, 1, MAX_THREADS, 3);

  pthread_mutex_init(&lock, NULL);
  sem_init(&started, 0, 0);
  sem_init(&end, 0, 0);
  start(worker, threads);
  for (int i = 0; i < threads; i++)
    sem_wait(&started);
  for (int i = 0; i < threads; i++)
    sem_post(&end);
  join_all();
  return 0;
}
