// An operation of a thread primitive reads the memory in which that lies. Where nothing orders it with the free of
// the memory that is a data race, and both orders are explored: used, then freed, which completes, and freed,
// then used. A call with two operations has a third order, with the free between them.
// RUN: %mcmini-cc -g -I %root/include %s -o %t
// RUN: not %mcmini -k %t lock | FileCheck %s --check-prefixes=LOCK,TWO
// LOCK: {{^}}Finding 1: data race: all->mutex: write at {{.*}} and atomic read at
// LOCK: What it can do: use after free: lock of a mutex in freed memory: byte 8 of a chunk of
// LOCK: {{^}}Finding 2: use after free: lock of a mutex in freed memory: byte 8 of a chunk of
// LOCK-NEXT: error: use after free
// LOCK: {{^}}  by thread 0.1 (worker)
// LOCK-NEXT: pthread_mutex_lock(&all->mutex);
// LOCK: Backtrace of thread 0.1:
// LOCK-NEXT: worker {{.*}} pthread_mutex_lock(&all->mutex);
// LOCK: Allocated by thread 0:
// LOCK-NEXT: main {{.*}} calloc(
// LOCK: Freed by thread 0:
// LOCK-NEXT: main {{.*}} free(all);
// LOCK: {{^}}Finding 3: data race:
// LOCK: {{^}}Finding 4: use after free: unlock of a mutex in freed memory: byte 8 of a chunk of
// RUN: not %mcmini -k %t destroy | FileCheck %s --check-prefix=ONE
// RUN: not %mcmini -k %t signal | FileCheck %s --check-prefix=ONE
// RUN: not %mcmini -k %t post | FileCheck %s --check-prefix=ONE
// RUN: not %mcmini -k %t wait | FileCheck %s --check-prefix=ONE
// RUN: not %mcmini -k %t futexwait | FileCheck %s --check-prefix=ONE
// RUN: not %mcmini -k %t futexwake | FileCheck %s --check-prefix=ONE
// RUN: not %mcmini -k %t own | FileCheck %s --check-prefix=ONE
// ONE: {{^}}mcmini: 2 findings
// ONE: data race: {{.*}}: write at {{.*}} and atomic read at
// ONE: {{^}}Finding 2: use after free:
// ONE: Freed by thread 0:
// ONE: {{^}}2 traces: 1 completed, 0 deadlocked, 1 failed
// ONE-NEXT: Every schedule of the program was explored.
// RUN: not %mcmini -k %t rwlock | FileCheck %s --check-prefix=TWO
// RUN: not %mcmini -k %t barrier | FileCheck %s --check-prefix=TWO
// RUN: not %mcmini -k %t spin | FileCheck %s --check-prefix=TWO
// RUN: not %mcmini -k %t once | FileCheck %s --check-prefix=TWO
// TWO: {{^}}3 traces: 1 completed, 0 deadlocked, 2 failed
// TWO-NEXT: Every schedule of the program was explored.
// RUN: %mcmini -k %t lock joined | FileCheck %s --check-prefix=JOINED
// RUN: %mcmini -k %t barrier joined | FileCheck %s --check-prefix=JOINED
// RUN: %mcmini -k %t own joined | FileCheck %s --check-prefix=JOINED
// JOINED: nothing found
// JOINED: {{^}}1 traces: 1 completed
#define _GNU_SOURCE
#include <linux/futex.h>
#include <mcmini/mcmini.h>
#include <mcmini/primitive.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static const char *const operations[] = {"strike", NULL};
static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  (void)op, (void)result;
  ++*(uint64_t *)state[0];
  return NULL;
}
static const struct mc_primitive bell = {.version = MC_PRIMITIVE_VERSION,
                                         .name = "bell",
                                         .operations = operations,
                                         .state_size = sizeof(uint64_t),
                                         .apply = apply};
MC_REGISTER(bell)
MCMINI_PRIMITIVE(bell.strike) static void strike(uint64_t *own) { (void)own; }

struct all {
  long first;
  pthread_mutex_t mutex;
  pthread_cond_t cond;
  sem_t sem;
  pthread_rwlock_t rwlock;
  pthread_barrier_t barrier;
  pthread_spinlock_t spin;
  pthread_once_t once;
  uint32_t futex;
  uint64_t own;
};
static const char *which;
static int is(const char *word) { return !strcmp(which, word); }
static void nothing(void) {}

static void *worker(void *argument) {
  struct all *all = argument;
  if (is("lock")) {
    pthread_mutex_lock(&all->mutex);
    pthread_mutex_unlock(&all->mutex);
  }
  if (is("destroy"))
    pthread_mutex_destroy(&all->mutex);
  if (is("signal"))
    pthread_cond_signal(&all->cond);
  if (is("post"))
    sem_post(&all->sem);
  if (is("wait"))
    sem_wait(&all->sem);
  if (is("futexwait"))
    syscall(SYS_futex, &all->futex, FUTEX_WAIT, 1, NULL, NULL, 0);
  if (is("futexwake"))
    syscall(SYS_futex, &all->futex, FUTEX_WAKE, 1, NULL, NULL, 0);
  if (is("own"))
    strike(&all->own);
  if (is("rwlock")) {
    pthread_rwlock_rdlock(&all->rwlock);
    pthread_rwlock_unlock(&all->rwlock);
  }
  if (is("barrier"))
    pthread_barrier_wait(&all->barrier);
  if (is("spin")) {
    pthread_spin_lock(&all->spin);
    pthread_spin_unlock(&all->spin);
  }
  if (is("once"))
    pthread_once(&all->once, nothing);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t thread;
  which = argv[1];
  struct all *all = calloc(1, sizeof *all);
  pthread_mutex_init(&all->mutex, NULL);
  pthread_cond_init(&all->cond, NULL);
  sem_init(&all->sem, 0, 1);
  pthread_rwlock_init(&all->rwlock, NULL);
  pthread_barrier_init(&all->barrier, NULL, 1);
  pthread_spin_init(&all->spin, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&thread, NULL, worker, all);
  if (argc > 2)
    pthread_join(thread, NULL);
  free(all);
  if (argc == 2)
    pthread_join(thread, NULL);
  return 0;
}
