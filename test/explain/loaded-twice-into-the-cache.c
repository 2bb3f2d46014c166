// The cache is asked in one critical section and filled in another: two threads load the same entry.
// Bug: atomicity
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini assertion %t | FileCheck %s
// CHECK: why: Thread 0.1 gives cache_lock back at step 7 (loaded-twice-into-the-cache.c:21) and takes it again at step 16 (loaded-twice-into-the-cache.c:26); in between, at step 11 (loaded-twice-into-the-cache.c:19), thread 0.2 has taken it: what thread 0.1 saw before may be old.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 7 (loaded-twice-into-the-cache.c:21) and went on at step 16 (loaded-twice-into-the-cache.c:26); in between thread 0.2 ran.
// CHECK-NEXT: why: Thread 0 read loads after step 20 (loaded-twice-into-the-cache.c:43): thread 0.1 had written it last, after step 16 (loaded-twice-into-the-cache.c:28); in between thread 0.1 ended at step 18, and thread 0 went on at step 19 (threads.h:15).
// CHECK: shown: 20 steps, 1 preemption
// CHECK: decides: step: step 11: 0.2 lock cache_lock (loaded-twice-into-the-cache.c:19)
#include "threads.h"
#include <assert.h>
#include <stdbool.h>

static pthread_mutex_t cache_lock = PTHREAD_MUTEX_INITIALIZER, stats_lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_cached;
static int loads, requests;

static bool is_hit(void) {
  pthread_mutex_lock(&cache_lock);
  const bool hit = is_cached;
  pthread_mutex_unlock(&cache_lock);
  return hit;
}

static void load(void) {
  pthread_mutex_lock(&cache_lock);
  is_cached = true;
  loads++;
  pthread_mutex_unlock(&cache_lock);
}

static void *request(void *argument) {
  pthread_mutex_lock(&stats_lock);
  requests++;
  pthread_mutex_unlock(&stats_lock);
  if (!is_hit())
    load();
  return argument;
}

int main(void) {
  many_threads(2, request);
  assert(loads == 1);
  return 0;
}

// CHECK-NEXT: because: It comes between two critical sections of thread 0.1, which gave cache_lock back at step 7 (loaded-twice-into-the-cache.c:21) and takes it again at step 16 (loaded-twice-into-the-cache.c:26).
// CHECK-NEXT: first: 0.1 lock cache_lock (loaded-twice-into-the-cache.c:26)
