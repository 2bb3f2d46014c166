// A data race is found in a trace, and then a post of a semaphore for which others have waited: what is
// dependent is another matter now, and the trace runs again, with the race's accesses as transitions.
// The finding has the schedule of that.
//
// RUN: %mcmini-cc -g -O1 %s -o race-and-post
// RUN: not %mcmini -q -k --algorithm=pos --max-traces=20 ./race-and-post
// RUN: not %mcmini replay race-and-post.data-race-0001.trace -- ./race-and-post | FileCheck %s
// CHECK: mcmini: data race: racy
// CHECK: choose = 1
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t semaphore;
static int racy;

static void *body(void *argument) {
  if (!argument) {
    sem_wait(&semaphore);
    return NULL;
  }
  const int seen = racy;
  sem_post(&semaphore);
  return seen ? argument : NULL;
}

int main(void) {
  pthread_t thread;
  sem_init(&semaphore, 0, 0);
  const unsigned posts = mc_choose(2);
  pthread_create(&thread, NULL, body, posts ? &thread : NULL);
  if (posts)
    racy = 1;
  pthread_join(thread, NULL);
}
