// A thread locks twice what is no recursive lock; its name is written in characters of two columns.
#include <pthread.h>

static pthread_mutex_t 二つの錠 = PTHREAD_MUTEX_INITIALIZER;

static void *locks_twice(void *unused) {
  pthread_mutex_lock(&二つの錠);
  pthread_mutex_lock(&二つの錠);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, locks_twice, NULL);
  pthread_join(thread, NULL);
  return 0;
}
