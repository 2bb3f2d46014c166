// lost_wakeup.c - the flag is set and signalled without the mutex: between the waiter's look at the
// flag and its wait, the signal goes to nobody.
//
// McMini: deadlock: main waits for a signal that has been, the other thread is finished. The clean
// twin: any argument, then the flag is set under the mutex.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_bool ready;
static bool careful;

static void *notifier(void *arg) {
  if (careful)
    pthread_mutex_lock(&lock);
  atomic_store(&ready, true);
  if (careful)
    pthread_mutex_unlock(&lock);
  pthread_cond_signal(&changed);
  return arg;
}

int main(int argc, char *argv[]) {
  pthread_t thread;

  (void)argv;
  careful = argc > 1;
  pthread_create(&thread, NULL, notifier, NULL);
  pthread_mutex_lock(&lock);
  while (!atomic_load(&ready))
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
