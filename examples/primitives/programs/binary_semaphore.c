// binary_semaphore [twice] - main waits until each of two children has started. With one semaphore
// each; with an argument with one for both: the second post finds the first one's 1.
#include "../binary_semaphore.h"
#include <assert.h>
#include <pthread.h>

static binary_semaphore_t started[2];
static int ready[2];

static void *child(void *argument) {
  const int *place = argument;
  ready[place[0]] = 1;
  binary_semaphore_post(&started[place[1]]);
  return NULL;
}

int main(int count, char **argument) {
  const int place[2][2] = {{0, 0}, {1, count > 1 ? 0 : 1}};
  pthread_t thread[2];
  (void)argument;
  for (int i = 0; i < 2; i++) {
    binary_semaphore_init(&started[i], false);
    assert(!binary_semaphore_try_wait(&started[i]));
  }
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, child, (void *)place[i]);
  for (int i = 0; i < 2; i++)
    binary_semaphore_wait(&started[place[i][1]]);
  assert(ready[0] && ready[1]);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  return 0;
}
