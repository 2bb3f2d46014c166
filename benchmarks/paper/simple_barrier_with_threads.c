// simple_barrier_with_threads N - each of N threads waits once at a barrier of N.
#include "paper.h"

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(int argc, char *argv[]) {
  const int threads = argument(argc, argv, 1, 5);

  pthread_barrier_init(&barrier, NULL, (unsigned)threads);
  start(worker, threads);
  join_all();
  return 0;
}
