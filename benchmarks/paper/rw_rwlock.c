// rw_rwlock READERS WRITERS ROUNDS - the read-write lock of pthreads.
#include "../program.h"

static pthread_rwlock_t lock;
static int rounds;

static void *reader(void *arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

static void *writer(void *arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
  }
  return arg;
}

int main(int argc, char *argv[]) {
  rounds = argument(argc, argv, 3, 0, 1000, 2);
  pthread_rwlock_init(&lock, NULL);
  start(reader, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(writer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  join_all();
  return 0;
}
