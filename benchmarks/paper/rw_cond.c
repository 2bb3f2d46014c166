// rw_cond READERS WRITERS SECOND_WRITERS ROUNDS PREFERRED - readers and two classes of writers with
// one mutex and one condition variable. A thread needs all other classes inactive, a writer also to
// be the only active one of its class.
// PREFERRED: 0 nobody; 1 readers: a writer needs no reader, waiting ones included; 2 writers: the
// mirror image. The paper's rw_cond, _reader_preferred, _writer_preferred, reader_two_writers_cond.
#include "../program.h"
#include <stdbool.h>

enum class_number { READER, WRITER, SECOND_WRITER, CLASSES };

static pthread_mutex_t lock;
static pthread_cond_t changed;
static struct { int count, waiting; } group[CLASSES];
static int rounds, preferred;

static int active(int number) { return group[number].count - group[number].waiting; }

static bool may_enter(int number) {
  for (int other = 0; other < CLASSES; other++)
    if (other != number && active(other) > 0)
      return false;
  if (number != READER && preferred == 1 && group[READER].count > 0)
    return false;
  if (number == READER && preferred == 2 && group[WRITER].count > 0)
    return false;
  return number == READER || active(number) == 1;
}

static void enter_and_leave(int number) {
  pthread_mutex_lock(&lock);
  group[number].count++;
  while (!may_enter(number)) {
    group[number].waiting++;
    pthread_cond_wait(&changed, &lock);
    group[number].waiting--;
  }
  pthread_mutex_unlock(&lock);

  pthread_mutex_lock(&lock);
  group[number].count--;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void *reader(void *arg) {
  for (int i = 0; i < rounds; i++)
    enter_and_leave(READER);
  return arg;
}

static void *writer(void *arg) {
  for (int i = 0; i < rounds; i++)
    enter_and_leave(WRITER);
  return arg;
}

static void *second_writer(void *arg) {
  for (int i = 0; i < rounds; i++)
    enter_and_leave(SECOND_WRITER);
  return arg;
}

int main(int argc, char *argv[]) {
  rounds = argument(argc, argv, 4, 0, 1000, 2);
  preferred = argument(argc, argv, 5, 0, 2, 0);
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&changed, NULL);
  start(reader, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(writer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  start(second_writer, argument(argc, argv, 3, 0, MAX_THREADS, 0));
  join_all();
  return 0;
}
