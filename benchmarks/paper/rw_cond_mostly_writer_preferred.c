// rw_cond_mostly_writer_preferred READERS WRITERS ROUNDS - two condition variables; who leaves
// wakes a writer first.
#include "../program.h"

static pthread_mutex_t lock;
static pthread_cond_t may_read, may_write;
static int readers, writers, asking_readers, rounds;

static void *reader(void *arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    asking_readers++;
    while (writers > 0)
      pthread_cond_wait(&may_read, &lock);
    asking_readers--;
    readers++;
    pthread_mutex_unlock(&lock);

    pthread_mutex_lock(&lock);
    if (--readers == 0)
      pthread_cond_signal(&may_write);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

static void *writer(void *arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&lock);
    while (readers > 0 || writers > 0)
      pthread_cond_wait(&may_write, &lock);
    writers++;
    pthread_mutex_unlock(&lock);

    pthread_mutex_lock(&lock);
    writers--;
    pthread_cond_signal(&may_write);
    if (asking_readers > 0)
      pthread_cond_broadcast(&may_read);
    pthread_mutex_unlock(&lock);
  }
  return arg;
}

int main(int argc, char *argv[]) {
  rounds = argument(argc, argv, 3, 0, 1000, 2);
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&may_read, NULL);
  pthread_cond_init(&may_write, NULL);
  start(reader, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(writer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  join_all();
  return 0;
}
