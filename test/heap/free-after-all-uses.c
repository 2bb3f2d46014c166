// A free that comes after all uses of the primitives in its memory is no transition and no race: there are as
// many traces as without it. In 2 traces main sees that the worker is done, or does not see it and frees nothing.
//   mutex      the worker's last use is an unlock, and main has seen it done under that mutex
//   sem        main tries to wait for the worker's post
//   count      both use the mutex, in 2 orders, and give their references back; who gives the last one frees
//   condition  the waiter is woken, but not yet back, when main destroys the condition variable and frees it:
//              POSIX allows that, and glibc's destroy waits for it
//   barrier    the same; which thread leaves first makes no difference: 1 trace
// RUN: %mcmini-cc -g %s -o %t
// RUN: %mcmini -k %t mutex | FileCheck %s
// RUN: %mcmini -k %t mutex keep | FileCheck %s
// RUN: %mcmini -k %t sem | FileCheck %s
// RUN: %mcmini -k %t sem keep | FileCheck %s
// RUN: %mcmini -k %t count | FileCheck %s
// RUN: %mcmini -k %t count keep | FileCheck %s
// RUN: %mcmini -k %t condition | FileCheck %s
// RUN: %mcmini -k %t condition keep | FileCheck %s
// RUN: %mcmini -k %t barrier | FileCheck %s --check-prefix=BARRIER
// RUN: %mcmini -k %t barrier keep | FileCheck %s --check-prefix=BARRIER
// CHECK: nothing found
// CHECK: {{^}}2 traces: 2 completed
// BARRIER: nothing found
// BARRIER: {{^}}1 traces: 1 completed
//
// Without the destroy the thread that leaves uses freed memory. Before the free it is in time; but not where it
// needs a mutex that main still holds then.
// RUN: not %mcmini -k %t condition alive | FileCheck %s --check-prefix=CONDITION
// CONDITION: {{^}}mcmini: use after free: wake of a condition in freed memory
// CONDITION: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// RUN: not %mcmini -k %t barrier alive | FileCheck %s --check-prefix=LEAVES
// LEAVES: Finding 2: use after free: leave of a barrier in freed memory
// LEAVES: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct all {
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  pthread_barrier_t barrier;
  sem_t sem;
  atomic_int references;
  int done;
};
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static const char *which, *how;
static int waits, is_over;

static int is(const char *word) { return !strcmp(which, word); }

static void give_back(struct all *all) {
  if (strcmp(how, "keep"))
    free(all);
}

static void drop(struct all *all) {
  pthread_mutex_lock(&all->mutex);
  const int left = atomic_fetch_sub_explicit(&all->references, 1, memory_order_acq_rel) - 1;
  pthread_mutex_unlock(&all->mutex);
  if (left == 0)
    give_back(all);
}

static void *worker(void *argument) {
  struct all *all = argument;
  if (is("mutex")) {
    pthread_mutex_lock(&all->mutex);
    all->done = 1;
    pthread_mutex_unlock(&all->mutex);
  } else if (is("sem")) {
    sem_post(&all->sem);
  } else if (is("count")) {
    drop(all);
  } else if (is("barrier")) {
    pthread_barrier_wait(&all->barrier);
  } else {
    pthread_mutex_lock(&outer);
    waits = 1;
    while (!is_over)
      pthread_cond_wait(&all->cond, &outer);
    pthread_mutex_unlock(&outer);
  }
  return NULL;
}

static void end_wait(struct all *all) {
  pthread_mutex_lock(&outer);
  is_over = 1;
  if (waits) {
    pthread_cond_broadcast(&all->cond);
    if (strcmp(how, "alive"))
      pthread_cond_destroy(&all->cond);
    give_back(all);
  }
  pthread_mutex_unlock(&outer);
}

int main(int argc, char **argv) {
  pthread_t thread;
  which = argv[1];
  how = argc > 2 ? argv[2] : "";
  struct all *all = calloc(1, sizeof *all);
  pthread_mutex_init(&all->mutex, NULL);
  pthread_cond_init(&all->cond, NULL);
  pthread_barrier_init(&all->barrier, NULL, 2);
  sem_init(&all->sem, 0, 0);
  atomic_store(&all->references, 2);
  pthread_create(&thread, NULL, worker, all);
  if (is("mutex")) {
    pthread_mutex_lock(&all->mutex);
    const int done = all->done;
    pthread_mutex_unlock(&all->mutex);
    if (done)
      give_back(all);
  } else if (is("sem")) {
    if (sem_trywait(&all->sem) == 0)
      give_back(all);
  } else if (is("count")) {
    drop(all);
  } else if (is("barrier")) {
    pthread_barrier_wait(&all->barrier);
    if (strcmp(how, "alive"))
      pthread_barrier_destroy(&all->barrier);
    give_back(all);
  } else {
    end_wait(all);
  }
  pthread_join(thread, NULL);
  return 0;
}
