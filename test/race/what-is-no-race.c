// No race: reads with reads; accesses that a mutex, a join or a semaphore orders; atomic accesses with
// atomic ones. A race: an atomic access with a plain one that is a write.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: %mcmini -k %t reads | FileCheck %s --check-prefix=ONE
// RUN: %mcmini -k %t joined | FileCheck %s --check-prefix=ONE
// RUN: %mcmini -k %t semaphore | FileCheck %s --check-prefix=ONE
// ONE: ok: nothing found
// ONE: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
// RUN: %mcmini -k %t mutex | FileCheck %s --check-prefix=TWO
// RUN: %mcmini -k %t atomics | FileCheck %s --check-prefix=TWO
// TWO: ok: nothing found
// TWO: {{^}}2 traces: 2 completed, 0 deadlocked, 0 failed
// RUN: not %mcmini -k %t mixed | FileCheck %s --check-prefix=MIXED
// MIXED: data race: shared
// MIXED: {{^}}2 traces: 2 completed
#include "threads.h"
#include <mcmini/mcmini.h>
#include <semaphore.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t ready;
static int shared;
static const char *how;

static int is(const char *name) {
  return !strcmp(how, name);
}

static void *first(void *argument) {
  if (is("reads"))
    return (void *)(long)MC_READ(shared);
  if (is("mutex"))
    pthread_mutex_lock(&lock);
  if (is("atomics") || is("mixed"))
    __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);
  else
    MC_WRITE(shared, 1);
  if (is("mutex"))
    pthread_mutex_unlock(&lock);
  if (is("semaphore"))
    sem_post(&ready);
  return argument;
}

static void *second(void *argument) {
  if (is("mutex"))
    pthread_mutex_lock(&lock);
  if (is("semaphore"))
    sem_wait(&ready);
  if (is("atomics"))
    __atomic_store_n(&shared, 2, __ATOMIC_SEQ_CST);
  else if (is("reads"))
    (void)MC_READ(shared);
  else
    MC_WRITE(shared, 2);
  if (is("mutex"))
    pthread_mutex_unlock(&lock);
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 1];
  sem_init(&ready, 0, 0);
  if (is("joined")) {
    in_threads(first);
    in_threads(second);
  } else {
    in_threads(first, second);
  }
  return MC_READ(shared) == 3;
}
