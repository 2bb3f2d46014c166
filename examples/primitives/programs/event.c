// event [automatic] - two threads wait for one event. With manual reset it lets both through; with an
// argument it is reset by the first, and the other one waits for ever.
#include "../event.h"
#include <assert.h>
#include <pthread.h>

static event_t go;

static void *wait_for_it(void *automatic) {
  if (automatic)
    event_wait_and_reset(&go);
  else
    event_wait(&go);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, wait_for_it, count > 1 ? argument[1] : NULL);
  event_set(&go);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(event_is_set(&go));
  event_reset(&go);
  assert(!event_is_set(&go));
  return 0;
}
