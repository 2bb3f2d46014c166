// Two stores of the same value and a load commute in the state at hand, but which of the stores the load
// takes from decides whether the read behind it is ordered after the write: conditional sleep sets keep
// both orders.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini-cc -g -O1 -DREADER_LAST %s -o %t.last
// RUN: not %mcmini --algorithm=optimal %t | FileCheck %s
// RUN: not %mcmini --algorithm=source --sleep-sets=conditional %t | FileCheck %s
// RUN: not %mcmini --algorithm=source --sleep-sets=conditional %t.last | FileCheck %s
// CHECK: data race: plain: write at {{.*}} and read at {{.*}}, which nothing orders
//
// Without a search for races the order in which the load comes first stands for the other one: the value that
// is read is the same.
// RUN: %mcmini --algorithm=source --sleep-sets=conditional --races=off %t | FileCheck --check-prefix=OFF %s
// OFF: 4 traces: 4 completed, {{.*}} 1 sleep-set blocked
// OFF: Every schedule of the program was explored.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stored, both;
static int plain, seen;

static void *reads(void *unused) {
  if (atomic_load_explicit(&stored, memory_order_acquire))
    seen = plain;
  return unused;
}

static void *stores_again(void *unused) {
  if (atomic_load_explicit(&both, memory_order_relaxed))
    atomic_store_explicit(&stored, 1, memory_order_release);
  return unused;
}

static void *stores(void *unused) {
  plain = 1;
  atomic_store_explicit(&stored, 1, memory_order_release);
  atomic_store_explicit(&both, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t[3];
#ifdef READER_LAST
  pthread_create(&t[0], NULL, stores_again, NULL);
  pthread_create(&t[1], NULL, stores, NULL);
  pthread_create(&t[2], NULL, reads, NULL);
#else
  pthread_create(&t[0], NULL, reads, NULL);
  pthread_create(&t[1], NULL, stores_again, NULL);
  pthread_create(&t[2], NULL, stores, NULL);
#endif
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
}
