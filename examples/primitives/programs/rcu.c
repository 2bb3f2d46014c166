// rcu [hasty] - two readers follow a pointer that main replaces; it clears the old value when all
// readers of it have left. With an argument it does not wait for them.
#include "../rcu.h"
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdatomic.h>

static int values[2] = {1, 2};
static int *_Atomic current = &values[0];

static void *reader(void *unused) {
  rcu_read_lock();
  int *value = atomic_load(&current);
  assert(MC_READ(*value) != 0);
  rcu_read_unlock();
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  (void)argument;
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, reader, NULL);
  atomic_store(&current, &values[1]);
  if (count == 1)
    rcu_synchronize();
  MC_WRITE(values[0], 0);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
