#include <pthread.h>
#include <stdatomic.h>
_Atomic int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void work(void) {
  pthread_mutex_lock(&m);
  atomic_fetch_add(&n, 1);
  pthread_mutex_unlock(&m);
}
