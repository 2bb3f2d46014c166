// simple_barrier_with_threads N [COUNT] - each of N threads waits once at a barrier of COUNT: N by
// default. With N + 1: a deadlock.
#include "../program.h"

static pthread_barrier_t barrier;

static void *worker(void *arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(int argc, char *argv[]) {
  const int threads = argument(argc, argv, 1, 1, MAX_THREADS, 5);

  const int count = argument(argc, argv, 2, 1, MAX_THREADS, threads);

  pthread_barrier_init(&barrier, NULL, (unsigned)count);
  start(worker, threads);
  join_all();
  return 0;
}
