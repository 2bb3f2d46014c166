// Atomic accesses of different sizes to the same bytes: C11 does not say what they do. None is a data
// race; they are transitions that are dependent, whichever is met first; and a load acquires what a
// store to some of its bytes releases.
// RUN: %mcmini-cc -g %s -o %t && %mcmini-cc --from-tsan -g %s -o %t.tsan
//
// The whole is read before or after either half is written: 2 * 2 traces.
// RUN: %mcmini -k --output=all %t halves | sort -u | FileCheck %s --check-prefix=HALVES
// RUN: %mcmini -k --output=all %t.tsan halves | sort -u | FileCheck %s --check-prefix=HALVES
// HALVES: {{^}}4 traces: 4 completed
// HALVES: ok: nothing found
// HALVES: {{^}}read 0
// HALVES-NEXT: {{^}}read 1
// HALVES-NEXT: {{^}}read 100000000
// HALVES-NEXT: {{^}}read 100000001
//
// What a half releases the whole acquires: the load is before the store, or after it and the data are
// there.
// RUN: %mcmini -k %t acquires | FileCheck %s --check-prefix=ACQUIRES
// RUN: %mcmini -k %t.tsan acquires | FileCheck %s --check-prefix=ACQUIRES
// ACQUIRES: ok: nothing found
// ACQUIRES: {{^}}2 traces: 2 completed
//
// One half releases nothing to the other, although there is a whole of which both are parts.
// RUN: not %mcmini -k --races=report %t other | FileCheck %s --check-prefix=OTHER
// RUN: not %mcmini -k --races=report %t.tsan other | FileCheck %s --check-prefix=OTHER
// OTHER: data race: data: write at {{.*}} and read at
//
// What an access of another size has written over still counts as released: more is ordered than
// would have to be, and the race is not seen that a relaxed store of the whole has let through.
// RUN: %mcmini -k %t written-over | FileCheck %s --check-prefix=OVER
// OVER: ok: nothing found
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

static union {
  _Atomic uint64_t whole;
  _Atomic uint32_t half[2];
} x;
static atomic_int flag;
static int data;
static char way;

static void *first(void *argument) {
  data = 1;
  atomic_store_explicit(&x.half[0], 1, memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return argument;
}

static void *second(void *argument) {
  if (way == 'a' && atomic_load_explicit(&x.whole, memory_order_acquire))
    printf("data %d\n", data);
  if (way == 'o' && atomic_load_explicit(&flag, memory_order_relaxed)) {
    atomic_load_explicit(&x.half[1], memory_order_acquire);
    printf("data %d\n", data);
  }
  if (way == 'w' && atomic_load_explicit(&x.half[0], memory_order_relaxed) == 1)
    atomic_store_explicit(&x.whole, 2, memory_order_relaxed);
  return argument;
}

static void *third(void *argument) {
  if (atomic_load_explicit(&x.half[0], memory_order_acquire) == 2)
    printf("data %d\n", data);
  return argument;
}

static void *write_half(void *half) {
  atomic_store((_Atomic uint32_t *)half, 1);
  return NULL;
}

static void *read_whole(void *argument) {
  printf("read %lx\n", (long)atomic_load(&x.whole));
  return argument;
}

int main(int count, char **argument) {
  pthread_t thread[3];
  way = argument[count - 1][0];
  if (way == 'o')
    atomic_load(&x.whole);
  pthread_create(&thread[0], NULL, way == 'h' ? write_half : first, &x.half[0]);
  pthread_create(&thread[1], NULL, way == 'h' ? write_half : second, &x.half[1]);
  if (way == 'h' || way == 'w')
    pthread_create(&thread[2], NULL, way == 'h' ? read_whole : third, NULL);
  for (int i = 0; i < 2 + (way == 'h' || way == 'w'); i++)
    pthread_join(thread[i], NULL);
}
