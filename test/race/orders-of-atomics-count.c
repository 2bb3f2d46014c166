// A flag publishes a value. Release and acquire order it; relaxed accesses do not, though execution is
// sequentially consistent; with fences they do.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: %mcmini -k %t ra | FileCheck %s --check-prefix=ORDERED
// RUN: %mcmini -k %t sc | FileCheck %s --check-prefix=ORDERED
// RUN: %mcmini -k %t fences | FileCheck %s --check-prefix=ORDERED
// ORDERED: mcmini: ok: nothing found
// RUN: not %mcmini -k %t relaxed | FileCheck %s --check-prefix=RELAXED
// RUN: not %mcmini -k %t half | FileCheck %s --check-prefix=RELAXED
// RELAXED: data race: value: write at {{.*}} and read at {{.*}}, which nothing orders
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static int value;
static atomic_int ready;
static const char *how;

static int is(const char *name) { return !strcmp(how, name); }

static void *publish(void *argument) {
  value = 42;
  if (is("ra") || is("half"))
    atomic_store_explicit(&ready, 1, memory_order_release);
  else if (is("sc"))
    ready = 1;
  else {
    if (is("fences"))
      atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
  }
  return argument;
}

static void *consume(void *argument) {
  int seen;
  if (is("ra"))
    seen = atomic_load_explicit(&ready, memory_order_acquire);
  else if (is("sc"))
    seen = ready;
  else {
    seen = atomic_load_explicit(&ready, memory_order_relaxed);
    if (is("fences"))
      atomic_thread_fence(memory_order_acquire);
  }
  return seen ? (char *)argument + value : argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  how = argv[argc - 1];
  pthread_create(&thread[0], NULL, publish, NULL);
  pthread_create(&thread[1], NULL, consume, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
