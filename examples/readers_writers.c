// readers_writers.c - two readers and a writer of a pair of numbers behind a read-write lock.
//
// McMini: ok; every reader sees both numbers from the same write. The two readers are not ordered
// with each other, each comes before or after the writer: 4 classes.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int first, second;

static void *reader(void *arg) {
  pthread_rwlock_rdlock(&lock);
  assert(first == second);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void *writer(void *arg) {
  pthread_rwlock_wrlock(&lock);
  first++;
  second++;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t thread[3];

  pthread_create(&thread[0], NULL, reader, NULL);
  pthread_create(&thread[1], NULL, reader, NULL);
  pthread_create(&thread[2], NULL, writer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
