// reader_writer_fifo READERS WRITERS ROUNDS - rw_cond with a ticket that must be served: a reader
// lets the next one in when it enters, a writer when it leaves.
#include "../program.h"
#include <stdbool.h>

struct group {
  int count, waiting;
};

static pthread_mutex_t lock;
static pthread_cond_t changed;
static struct group readers, writers;
static int next_ticket, now_serving, rounds;

static int active(const struct group *group) { return group->count - group->waiting; }

static bool may_enter(const struct group *group) {
  if (group == &readers)
    return active(&writers) == 0;
  return active(&readers) == 0 && active(&writers) == 1;
}

static void enter_and_leave(struct group *group) {
  pthread_mutex_lock(&lock);
  const int ticket = next_ticket++;
  group->count++;
  while (ticket != now_serving || !may_enter(group)) {
    group->waiting++;
    pthread_cond_wait(&changed, &lock);
    group->waiting--;
  }
  if (group == &readers)
    now_serving++;
  pthread_mutex_unlock(&lock);

  pthread_mutex_lock(&lock);
  group->count--;
  if (group == &writers)
    now_serving++;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
}

static void *reader(void *arg) {
  for (int i = 0; i < rounds; i++)
    enter_and_leave(&readers);
  return arg;
}

static void *writer(void *arg) {
  for (int i = 0; i < rounds; i++)
    enter_and_leave(&writers);
  return arg;
}

int main(int argc, char *argv[]) {
  rounds = argument(argc, argv, 3, 0, 1000, 1);
  pthread_mutex_init(&lock, NULL);
  pthread_cond_init(&changed, NULL);
  start(reader, argument(argc, argv, 1, 0, MAX_THREADS, 1));
  start(writer, argument(argc, argv, 2, 0, MAX_THREADS, 1));
  join_all();
  return 0;
}
