// simple_cond_broadcast_deadlock N - a wait without a predicate: who waits after the broadcast
// waits for ever.
#include "../program.h"

static pthread_mutex_t lock;
static pthread_cond_t go;

static void *worker(void *arg) {
  pthread_mutex_lock(&lock);
  pthread_cond_wait(&go, &lock);
  pthread_mutex_unlock(&lock);
  return arg;
}

int main(int argc, char *argv[]) {
  const int threads = argument(argc, argv, 1, 1, MAX_THREADS, 5);

  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&go, NULL);
  start(worker, threads);
  pthread_mutex_lock(&lock);
  pthread_cond_broadcast(&go);
  pthread_mutex_unlock(&lock);
  join_all();
  return 0;
}
