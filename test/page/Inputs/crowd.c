// Nine threads hold a lock together and wait at a door that nobody opens.
#include "threads.h"

enum { VISITORS = 9 };

static pthread_mutex_t door = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t hall = PTHREAD_RWLOCK_INITIALIZER;

static void *visit(void *argument) {
  if ((long)argument < 3)
    pthread_rwlock_rdlock(&hall);
  pthread_mutex_lock(&door);
  pthread_cond_wait(&opened, &door);
  pthread_mutex_unlock(&door);
  return argument;
}

int main(void) {
  many_threads(VISITORS, visit);
  return 0;
}
