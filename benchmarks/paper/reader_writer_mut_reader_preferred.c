// reader_writer_mut_reader_preferred READERS WRITERS ROUNDS - the first reader in locks the writers
// out, the last one out lets them in. With two readers that may be another thread, which must not
// unlock a mutex: McMini reports the misuse (the paper's tool does not).
#include "../program.h"

static pthread_mutex_t read_mutex, rw;
static int readers, rounds;

static void *reader(void *arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&read_mutex);
    if (++readers == 1)
      pthread_mutex_lock(&rw);
    pthread_mutex_unlock(&read_mutex);

    pthread_mutex_lock(&read_mutex);
    if (--readers == 0)
      pthread_mutex_unlock(&rw);
    pthread_mutex_unlock(&read_mutex);
  }
  return arg;
}

static void *writer(void *arg) {
  for (int i = 0; i < rounds; i++) {
    pthread_mutex_lock(&rw);
    pthread_mutex_unlock(&rw);
  }
  return arg;
}

int main(int argc, char *argv[]) {
  rounds = argument(argc, argv, 3, 0, 1000, 2);
  pthread_mutex_init(&read_mutex, NULL);
  pthread_mutex_init(&rw, NULL);
  start(reader, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(writer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  join_all();
  return 0;
}
