// one_mutex N - each of N threads locks and unlocks one mutex once: N! classes.
#include "../program.h"

static pthread_mutex_t mutex;

static void *worker(void *arg) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return arg;
}

int main(int argc, char *argv[]) {
  pthread_mutex_init(&mutex, NULL);
  start(worker, argument(argc, argv, 1, 1, MAX_THREADS, 3));
  join_all();
  return 0;
}
