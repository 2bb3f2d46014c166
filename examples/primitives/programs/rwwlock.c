// rwwlock [twice] - a reader and a writer of each kind share a lock that exists as a
// primitive alone (rwwlock.h, rwwlock.c). With an argument the reader gives it back twice, a
// misuse.
#include "../rwwlock.h"
#include <assert.h>
#include <pthread.h>

static rwwlock_t lock;
static int balance[2], total;

static void *reader(void *again) {
  rwwlock_read_lock(&lock);
  assert(balance[0] + balance[1] == total);
  rwwlock_read_unlock(&lock);
  if (again)
    rwwlock_read_unlock(&lock);
  return NULL;
}

static void *deposit(void *unused) {
  rwwlock_write1_lock(&lock);
  balance[0] += 100;
  total += 100;
  rwwlock_write_unlock(&lock);
  return unused;
}

static void *transfer(void *unused) {
  rwwlock_write2_lock(&lock);
  balance[0] -= 50;
  balance[1] += 50;
  rwwlock_write_unlock(&lock);
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, reader, count > 1 ? argument[1] : NULL);
  pthread_create(&thread[1], NULL, deposit, NULL);
  pthread_create(&thread[2], NULL, transfer, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
