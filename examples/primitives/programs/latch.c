// latch [few] - three workers arrive and wait for each other; then all have prepared their part. With
// an argument the latch is made for two.
#include "../latch.h"
#include <assert.h>
#include <pthread.h>

enum { WORKERS = 3 };
static latch_t all_here;
static int prepared[WORKERS];

static void *worker(void *part) {
  *(int *)part = 1;
  latch_arrive_and_wait(&all_here);
  for (int i = 0; i < WORKERS; i++)
    assert(prepared[i]);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread[WORKERS];
  (void)argument;
  latch_init(&all_here, count > 1 ? WORKERS - 1 : WORKERS);
  for (int i = 0; i < WORKERS; i++)
    pthread_create(&thread[i], NULL, worker, &prepared[i]);
  for (int i = 0; i < WORKERS; i++)
    pthread_join(thread[i], NULL);
  assert(latch_try_wait(&all_here));
  return 0;
}
