// ConcurrencyKit's epochs (libck-dev): after ck_epoch_synchronize nobody reads the old item. That
// function is in the library, which is not instrumented: its atomics, loads and stores are operations. It waits for the
// reader in a loop of loads of single words, two of which the reader stores as one of 8 bytes; and the loop is recognised. It orders
// the reader before the writer, so there is no race. Without the call the reader's assertion fails.
// RUN: %mcmini-cc -g -O1 %s -o %t -lck
// RUN: %mcmini -k %t | FileCheck --check-prefix=SEEN %s
// SEEN: mcmini: ok: nothing found
// SEEN: machine code libck.so
// SEEN: {{^}}15 traces: 11 completed, 0 deadlocked, 0 failed, 0 bounded, 4 dropped
// SEEN: Every schedule of the program was explored.
// Without the library's atomics its wait is taken for a busy wait, and the race is none. The reader takes the item before
// main stores the new one, or behind: 2 traces.
// RUN: echo 'fun:reader' > known
// RUN: not %mcmini -k --atomics=off --suppressions=known %t | FileCheck %s
// CHECK: nothing found
// CHECK: busy wait ck_epoch_synchronize_wait in libck.so
// CHECK: {{^}}2 traces: 2 completed
// CHECK: Not every schedule of the program was explored: a busy wait was taken as waiting.
// RUN: %mcmini-cc -g -O1 -DBROKEN %s -o %t -lck
// RUN: not %mcmini -k --suppressions=known %t | FileCheck --check-prefix=BROKEN %s
// BROKEN: assertion failed: assertion `it->value > 0' failed
#include <assert.h>
#include <ck_epoch.h>
#include <ck_pr.h>
#include <pthread.h>
#include <stdlib.h>
struct item {
  int value;
};
static ck_epoch_t epoch;
static ck_epoch_record_t records[2];
static struct item first = {1}, second = {2}, *shared = &first;
static void *reader(void *a) {
  ck_epoch_register(&epoch, &records[1], NULL);
  ck_epoch_begin(&records[1], NULL);
  struct item *it = ck_pr_load_ptr(&shared);
  assert(it->value > 0);
  ck_epoch_end(&records[1], NULL);
  return NULL;
}
int main(void) {
  pthread_t t;
  ck_epoch_init(&epoch);
  ck_epoch_register(&epoch, &records[0], NULL);
  pthread_create(&t, NULL, reader, NULL);
  ck_pr_store_ptr(&shared, &second);
#ifndef BROKEN
  ck_epoch_synchronize(&records[0]);
#endif
  first.value = -1;
  pthread_join(t, NULL);
}
