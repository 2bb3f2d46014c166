// A trace file that was changed at random is refused, or replayed: it never crashes McMini, nor makes
// it wait for ever.
// RUN: %mcmini-cc -g %s -o %t && not %mcmini -q %t
// RUN: /usr/bin/python3 %S/Inputs/mutate.py 150 %name.assertion-0001.trace %t %mcmini | FileCheck %s
// CHECK: 150 seeds, 0 wrong
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int sum, raced;

static void *body(void *argument) {
  const int mine = raced;
  raced = mine + 1;
  pthread_mutex_lock(&lock);
  sum++;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t thread[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&thread[i], NULL, body, NULL);
  pthread_mutex_lock(&lock);
  while (sum < 2)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; i++)
    pthread_join(thread[i], NULL);
  assert(raced == 2);
  return 0;
}
