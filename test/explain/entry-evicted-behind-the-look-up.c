// A look-up gives out an entry of the cache without a reference; the cache throws it out.
// Bug: use after free
// RUN: %mcmini-cc -g -O1 -I %S/../Inputs %s -o %t
// RUN: %S/Inputs/explained %mcmini use-after-free %t | FileCheck %s
// CHECK: why: Thread 0.2 has freed the memory (entry-evicted-behind-the-look-up.c:41), and thread 0.1 still uses it (entry-evicted-behind-the-look-up.c:31): the use has to come first, and the free has to wait for it.
// CHECK-NEXT: why: Thread 0.1 was interrupted after step 5 (entry-evicted-behind-the-look-up.c:23) and went on at step 13 (entry-evicted-behind-the-look-up.c:31); in between thread 0.2 ran.
// CHECK: shown: 13 steps, 1 preemption
// CHECK: decides: step: step 4: 0.1 lock lock (entry-evicted-behind-the-look-up.c:20)
#include "threads.h"
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry {
  _Atomic int uses;
} *cached;
static int lookups, evictions;

static struct entry *look_up(void) {
  pthread_mutex_lock(&lock);
  struct entry *entry = cached;
  lookups++;
  pthread_mutex_unlock(&lock);
  return entry;
}

static void *read_entry(void *argument) {
  for (int i = 0; i < 3; i++) {
    struct entry *entry = look_up();
    if (entry)
      atomic_fetch_add(&entry->uses, 1);
  }
  return argument;
}

static void *evict(void *argument) {
  pthread_mutex_lock(&lock);
  evictions++;
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  free(cached);
  cached = 0;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  cached = malloc(sizeof *cached);
  atomic_init(&cached->uses, 0);
  in_threads(read_entry, evict);
  return 0;
}

// CHECK-NEXT: because: After it thread 0.2 frees the memory, and thread 0.1 still uses it.
// CHECK-NEXT: or: the data race at entry-evicted-behind-the-look-up.c:41 and entry-evicted-behind-the-look-up.c:31 (finding 1)
// CHECK-NEXT: first: 0.2 lock lock (entry-evicted-behind-the-look-up.c:37)
