// Who waits for a job frees it as soon as it is done; the worker has still to unlock it.
// Bug: use after free
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini use-after-free %t | FileCheck %s
// CHECK: why: Thread 0 has freed the memory (job-freed-while-it-is-unlocked.c:46), and thread 0.1 still uses it (job-freed-while-it-is-unlocked.c:33): the use has to come first, and the free has to wait for it.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 11 (job-freed-while-it-is-unlocked.c:32) and went on at step 15 (job-freed-while-it-is-unlocked.c:33); in between thread 0 ran.
// CHECK: shown: 15 steps, 1 preemption
// CHECK: decides: none
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static struct job {
  pthread_mutex_t lock;
  _Atomic int is_done, result;
} *job;

static pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void note(void) {
  pthread_mutex_lock(&log_lock);
  lines++;
  pthread_mutex_unlock(&log_lock);
}

static void *work(void *argument) {
  note();
  note();
  pthread_mutex_lock(&job->lock);
  atomic_store(&job->result, 42);
  atomic_store(&job->is_done, 1);
  pthread_mutex_unlock(&job->lock);
  return argument;
}

int main(void) {
  pthread_t worker;
  job = malloc(sizeof *job);
  pthread_mutex_init(&job->lock, 0);
  atomic_init(&job->is_done, 0);
  atomic_init(&job->result, 0);
  pthread_create(&worker, 0, work, 0);
  while (!atomic_load(&job->is_done))
    ;
  free(job);
  pthread_join(worker, 0);
  return 0;
}
