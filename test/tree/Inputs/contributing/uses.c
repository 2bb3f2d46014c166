// What the new primitive and the new function are for: two threads pass a baton, or there is none.
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

int baton_take(int *);
int baton_give(int *);
int pthread_spin_leave(pthread_spinlock_t *);
static int baton, laps;
static pthread_spinlock_t lock;

static void *run(void *unused) {
  baton_take(&baton);
  laps++;
  baton_give(&baton);
  pthread_spin_lock(&lock);
  pthread_spin_leave(&lock);
  return unused;
}

int main(void) {
#ifdef MISUSED
  baton_give(NULL);
#endif
  pthread_t thread;
  pthread_spin_init(&lock, 0);
  pthread_create(&thread, NULL, run, NULL);
  run(NULL);
  pthread_join(thread, NULL);
  assert(laps == 2);
}
