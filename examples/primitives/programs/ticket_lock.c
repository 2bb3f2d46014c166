// ticket_lock THREADS - each adds 1 under a ticket lock.
#include "../ticket_lock.h"
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { MOST = 8 };
static ticket_lock_t lock;
static int sum;

static void *add(void *unused) {
  ticket_lock_lock(&lock);
  sum++;
  ticket_lock_unlock(&lock);
  return unused;
}

int main(int count, char **argument) {
  const int threads = count > 1 ? atoi(argument[1]) : 3;
  pthread_t thread[MOST];
  assert(threads > 0 && threads <= MOST);
  for (int i = 0; i < threads; i++)
    pthread_create(&thread[i], NULL, add, NULL);
  for (int i = 0; i < threads; i++)
    pthread_join(thread[i], NULL);
  assert(sum == threads);
  return 0;
}
