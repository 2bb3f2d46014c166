// channel [early] - a producer sends 1, 2, 3 through a channel that holds one number, and closes it;
// main adds up what it receives. With an argument main closes it.
#include "../channel.h"
#include <assert.h>
#include <pthread.h>

static channel_t numbers;

static void *produce(void *early) {
  for (uint32_t i = 1; i <= 3; i++)
    channel_send(&numbers, i);
  if (!early)
    channel_close(&numbers);
  return NULL;
}

int main(int count, char **argument) {
  pthread_t thread;
  int64_t value, sum = 0;
  channel_init(&numbers, 1);
  assert(channel_try_receive(&numbers) == -2);
  pthread_create(&thread, NULL, produce, count > 1 ? argument[1] : NULL);
  if (count > 1)
    channel_close(&numbers);
  while ((value = channel_receive(&numbers)) >= 0)
    sum += value;
  pthread_join(thread, NULL);
  assert(sum == 6);
  return 0;
}
