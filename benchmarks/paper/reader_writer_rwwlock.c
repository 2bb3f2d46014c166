// reader_writer_rwwlock READERS WRITERS SECOND_WRITERS ROUNDS - a lock for readers and two classes
// of writers, who go first. The paper makes it a primitive of its own; here it is a library over a
// mutex and a condition variable, so every call is several transitions.
#include "../program.h"

enum { NOBODY, FIRST, SECOND };

struct rwwlock {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  int readers, waiting_writers;
  int writer; // who writes
};

static struct rwwlock lock;
static int rounds;

static void rwwlock_init(struct rwwlock *l) {
  pthread_mutex_init(&l->mutex, NULL);
  pthread_cond_init(&l->changed, NULL);
}

static void rwwlock_rdlock(struct rwwlock *l) {
  pthread_mutex_lock(&l->mutex);
  while (l->writer != NOBODY || l->waiting_writers > 0)
    pthread_cond_wait(&l->changed, &l->mutex);
  l->readers++;
  pthread_mutex_unlock(&l->mutex);
}

static void rwwlock_wrlock(struct rwwlock *l, int writer) {
  pthread_mutex_lock(&l->mutex);
  l->waiting_writers++;
  while (l->writer != NOBODY || l->readers > 0)
    pthread_cond_wait(&l->changed, &l->mutex);
  l->waiting_writers--;
  l->writer = writer;
  pthread_mutex_unlock(&l->mutex);
}

static void rwwlock_unlock(struct rwwlock *l) {
  pthread_mutex_lock(&l->mutex);
  if (l->writer != NOBODY)
    l->writer = NOBODY;
  else
    l->readers--;
  pthread_cond_broadcast(&l->changed);
  pthread_mutex_unlock(&l->mutex);
}

static void *reader(void *arg) {
  for (int i = 0; i < rounds; i++) {
    rwwlock_rdlock(&lock);
    rwwlock_unlock(&lock);
  }
  return arg;
}

static void *first_writer(void *arg) {
  for (int i = 0; i < rounds; i++) {
    rwwlock_wrlock(&lock, FIRST);
    rwwlock_unlock(&lock);
  }
  return arg;
}

static void *second_writer(void *arg) {
  for (int i = 0; i < rounds; i++) {
    rwwlock_wrlock(&lock, SECOND);
    rwwlock_unlock(&lock);
  }
  return arg;
}

int main(int argc, char *argv[]) {
  rounds = argument(argc, argv, 4, 0, 1000, 1);
  rwwlock_init(&lock);
  start(reader, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(first_writer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  start(second_writer, argument(argc, argv, 3, 0, MAX_THREADS, 1));
  join_all();
  return 0;
}
