// ConcurrencyKit's ring (libck-dev): nothing is lost, doubled or reordered, and its release and acquire
// order what the items hold. One producer of two and a consumer who looks twice; two producers of
// one each, and a consumer, with compare-exchanges.
//
// What the two looks of the consumer find is 00, 01, 02, 11, 12, or 22 items shown. Before the second item is shown,
// its producer reads how many are taken. Where the consumer takes one while one is shown (01, 11, 12), that
// is before or after this read: 3 + 3 * 2 = 9 for one producer. Of two producers either is first. If the other
// reads the ring's head behind it, there are these 9; if before, its compare-exchange fails, and it
// reads twice how many are taken, for which there are 3 orders with a take: 3 + 3 * 3 = 12.
// Together 2 * (9 + 12) = 42.
// RUN: %mcmini-cc -g -O1 -DSPSC %s -o %t && %mcmini -k %t | FileCheck --check-prefixes=CHECK,SPSC %s
// RUN: %mcmini-cc -g -O1 -DMPMC %s -o %t && %mcmini -k %t | FileCheck --check-prefixes=CHECK,MPMC %s
// CHECK: mcmini: ok: nothing found
// SPSC: {{^}}9 traces: 9 completed
// MPMC: {{^}}42 traces: 42 completed
// CHECK: Every schedule of the program was explored.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>
#include <stddef.h>
static ck_ring_t ring;
static ck_ring_buffer_t slots[4];
static int items[2] = {1, 2};
static void *produce(void *argument) {
#ifdef MPMC
  int *item = argument;
  *item = 3;
  assert(ck_ring_enqueue_mpmc(&ring, slots, item));
#else
  for (int i = 0; i < 2; i++) {
    items[i] = i + 1;
    assert(ck_ring_enqueue_spsc(&ring, slots, &items[i]));
  }
#endif
  return NULL;
}
int main(void) {
  pthread_t one, two;
  int got = 0;
  void *item;
  ck_ring_init(&ring, 4);
#ifdef MPMC
  pthread_create(&one, NULL, produce, &items[0]);
  pthread_create(&two, NULL, produce, &items[1]);
  for (int i = 0; i < 2; i++)
    if (ck_ring_dequeue_mpmc(&ring, slots, &item)) {
      got++;
      assert(*(int *)item == 3);
    }
  pthread_join(two, NULL);
#else
  pthread_create(&one, NULL, produce, NULL);
  for (int i = 0; i < 2; i++)
    if (ck_ring_dequeue_spsc(&ring, slots, &item)) {
      assert(item == &items[got] && *(int *)item == got + 1);
      got++;
    }
#endif
  pthread_join(one, NULL);
  while (ck_ring_dequeue_spsc(&ring, slots, &item))
    got++;
  assert(got == 2);
}
