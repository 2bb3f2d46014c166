// A policy that serves the second thread of the queue. A spurious wait is explored as one that never enters:
// then the second thread is another one, and schedules would be hidden. So that is a misuse, and nothing is
// said of every schedule. Without spurious wakeups, and with a policy that forgets who has left, all is well.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini --spurious-wakeups=1 --policy=cond.wait=second %t | FileCheck %s --check-prefix=REFUSED
// REFUSED: misuse of a primitive: a wakeup policy by which who has left the queue unserved still decides
// RUN: %mcmini --policy=cond.wait=second %t | FileCheck %s --check-prefix=CLEAN
// RUN: %mcmini --spurious-wakeups=1 --policy=cond.wait=highest %t | FileCheck %s --check-prefix=CLEAN
// CLEAN: Every schedule of the program was explored.
#include "threads.h"
#include <mcmini/mcmini.h>
#include <mcmini/primitive.h>

static bool is_second(const struct mc_queue *queue, mc_thread thread) {
  return queue->thread[queue->count > 1] == thread;
}

static bool is_highest(const struct mc_queue *queue, mc_thread thread) {
  for (unsigned i = 0; i < queue->count; i++)
    if (queue->thread[i] > thread)
      return false;
  return true;
}

static const struct mc_policy second = {.name = "second", .may_take = is_second};
static const struct mc_policy highest = {.name = "highest", .may_take = is_highest};
MC_POLICY(second)
MC_POLICY(highest)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int is_over;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  if (!is_over)
    pthread_cond_wait(&turn, &lock);
  pthread_mutex_unlock(&lock);
  return argument;
}

static void *giver(void *argument) {
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&turn);
  is_over = 1;
  pthread_cond_broadcast(&turn);
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  in_threads(waiter, waiter, waiter, giver);
  return 0;
}
