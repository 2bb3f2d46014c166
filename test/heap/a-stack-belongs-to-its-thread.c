// The stack of a finished thread is not given to the next one: which of them that is depends on the
// schedule. Two threads make a thread each while a third one ends; whatever comes first, the
// locals, thread-local variables and handles of each are where they were, and the mutex that each
// has on its stack is its own object. A stack that the program gives is used; its size is as asked.
// RUN: %mcmini-cc -g %s -o %t && %gcc -g -pthread %s -o %t.gcc
// RUN: %mcmini -k --output=all %t >out && grep '^thread' out | sort -u | count 3
// RUN: %mcmini -k --output=all %t.gcc >out && grep '^thread' out | sort -u | count 3
// RUN: FileCheck %s <out
// CHECK: ok: nothing found
// CHECK: 6 traces: 6 completed
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;
static __thread int local;
static char given[256 << 10] __attribute__((aligned(4096)));
enum { LARGE = 100 << 20 };

static void *leaf(void *name) {
  pthread_mutex_t own;
  pthread_mutex_init(&own, NULL);
  pthread_mutex_lock(&own);
  pthread_mutex_lock(&order);
  pthread_mutex_unlock(&order);
  pthread_mutex_unlock(&own);
  printf("thread %s: stack %p, thread-local %p, handle %p\n", (char *)name, (void *)&own,
         (void *)&local, (void *)pthread_self());
  return NULL;
}

static void *parent(void *name) {
  pthread_t child;
  pthread_create(&child, NULL, leaf, name);
  pthread_join(child, NULL);
  return NULL;
}

static void *in_given(void *argument) {
  char c;
  assert((uintptr_t)&c - (uintptr_t)given < sizeof given);
  return argument;
}

static void *in_large(void *argument) {
  pthread_attr_t attributes;
  void *start;
  size_t size;
  char far[90 << 20];
  far[0] = 1;
  assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
  assert(pthread_attr_getstack(&attributes, &start, &size) == 0 && size == LARGE);
  assert(pthread_attr_destroy(&attributes) == 0 && (char *)start <= far);
  return argument;
}

int main(void) {
  pthread_t first, two[2], thread;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstack(&attributes, given, sizeof given);
  pthread_create(&thread, &attributes, in_given, NULL);
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, LARGE);
  pthread_create(&thread, &attributes, in_large, NULL);
  pthread_join(thread, NULL);
  pthread_create(&two[0], NULL, parent, "of the first");
  pthread_create(&two[1], NULL, parent, "of the second");
  pthread_create(&first, NULL, leaf, "itself");
  pthread_join(first, NULL);
  pthread_join(two[0], NULL);
  pthread_join(two[1], NULL);
  return 0;
}
