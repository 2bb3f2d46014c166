// pthread_exit from a nested call, the result that join gets, cleanup handlers, destructors of keys,
// pthread_self, threads made by threads: as without McMini. The program asserts it.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini %t | FileCheck %s
// RUN: %mcmini %t.gcc | FileCheck %s
// CHECK: ok: nothing found
// CHECK: threads 5: 0, 0.1 (parent), 0.2 (leaf), 0.1.1 (leaf), 0.1.2 (leaf)
// CHECK: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed
#include "threads.h"
#include <assert.h>

static pthread_key_t key;
static int destroyed[8], cleaned[8];

static void destroy(void *value) {
  destroyed[(long)value] = 1;
}

static void clean(void *value) {
  cleaned[(long)value] = 1;
}

static void leave(void *value) {
  pthread_exit(value);
}

static void *leaf(void *argument) {
  pthread_setspecific(key, argument);
  pthread_cleanup_push(clean, argument);
  assert(pthread_getspecific(key) == argument);
  leave((char *)argument + 100);
  pthread_cleanup_pop(0);
  return NULL;
}

static void *parent(void *argument) {
  pthread_t child[2];
  void *result;
  for (long i = 0; i < 2; i++)
    assert(pthread_create(&child[i], NULL, leaf, (void *)(i + 1)) == 0);
  assert(!pthread_equal(child[0], child[1]) && !pthread_equal(child[0], pthread_self()));
  for (long i = 0; i < 2; i++) {
    assert(pthread_join(child[i], &result) == 0);
    assert((long)result == i + 101);
    assert(destroyed[i + 1] == 1 && cleaned[i + 1] == 1);
  }
  return argument;
}

int main(void) {
  pthread_t thread[2];
  void *result;
  pthread_key_create(&key, destroy);
  pthread_create(&thread[0], NULL, parent, &key);
  pthread_create(&thread[1], NULL, leaf, (void *)3);
  pthread_join(thread[0], &result);
  assert(result == &key);
  pthread_join(thread[1], &result);
  assert((long)result == 103 && destroyed[3] == 1);
  return 0;
}
