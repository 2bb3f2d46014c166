// A policy of the program's own, one small table: who has the highest number is served first. The
// semaphore's three waiters have entered the queue when main posts: in 3! orders, which all are
// dependent here, as nothing is said of that.
// RUN: %mcmini-cc -g %s -o %t
// DEFINE: %{run} = %mcmini --semaphore-value=waiters
// RUN: not %{run} %t | FileCheck %s --check-prefix=FOUND
// RUN: not %{run} --policy=sem.wait=fifo %t | FileCheck %s --check-prefix=FOUND
// RUN: %{run} --policy=sem.wait=highest-first %t | FileCheck %s --check-prefix=CLEAN
// RUN: %{run} %t in-the-source | FileCheck %s --check-prefix=CLEAN
// FOUND: assertion `first == 3' failed
// CLEAN: Every schedule of the program was explored.
// RUN: not %{run} --policy=sem.wait=highest %t 2>&1 | FileCheck %s --check-prefix=WORDS
// WORDS: no such policy as highest; expected one of arbitrary, {{.*}}, glibc, highest-first
#include <assert.h>
#include <mcmini/mcmini.h>
#include <mcmini/primitive.h>
#include <semaphore.h>

static bool is_highest(const struct mc_queue *queue, mc_thread thread) {
  for (unsigned i = 0; i < queue->count; i++)
    if (queue->thread[i] > thread)
      return false;
  return true;
}

static const struct mc_policy highest_first = {.name = "highest-first", .may_take = is_highest};
MC_POLICY(highest_first)

static sem_t sem, here;
static int first;

static void *waiter(void *number) {
  sem_post(&here);
  sem_wait(&sem);
  if (!first)
    first = (int)(long)number;
  sem_post(&sem);
  return NULL;
}

int main(int argc, char **argv) {
  (void)argv;
  pthread_t thread[3];
  int waiting;
  sem_init(&sem, 0, 0);
  sem_init(&here, 0, 0);
  if (argc > 1)
    mc_policy(&sem, &highest_first);
  for (long i = 0; i < 3; i++)
    pthread_create(&thread[i], NULL, waiter, (void *)(i + 1));
  for (int i = 0; i < 3; i++)
    sem_wait(&here);
  sem_getvalue(&sem, &waiting);
  sem_post(&sem);
  for (int i = 0; i < 3; i++)
    pthread_join(thread[i], NULL);
  if (waiting == -3)
    assert(first == 3);
  return 0;
}
