// The last argument says where `fault` is called: in the trunk, in main beside two threads, or in
// each of the two threads. Without the fault the program has two schedules.
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *fault_place;
static void fault(const char *name);
static const char *fault_name;

static void fault_at(const char *place) {
  if (!strcmp(fault_place, place))
    fault(fault_name);
}

static void lock_and_unlock(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void *body(void *argument) {
  fault_at("thread");
  lock_and_unlock();
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  fault_name = argv[1];
  fault_place = argv[argc - 1];
  fault_at("trunk");
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, body, NULL);
  fault_at("main");
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}

static inline int is(const char *name, const char *other) { return !strcmp(name, other); }
