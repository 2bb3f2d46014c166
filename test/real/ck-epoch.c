// ConcurrencyKit's epochs (libck-dev): after ck_epoch_synchronize nobody reads the old item. That
// function is in the library, which is not instrumented: its wait is taken for a busy wait, and that
// it orders the reader before the writer is not seen, so that this race is suppressed. Without the
// call the reader's assertion fails. The reader takes the item before main stores the new one, or
// behind: 2 traces. With the library's atomics, of which the reader knows a word, its loads are operations, too; then each
// number of looks at the reader is a trace of its own, as the loop is not recognised: the test ends that.
// RUN: echo 'fun:reader' > known
// RUN: %mcmini-cc -g -O1 %s -o %t -lck
// RUN: %mcmini -k --suppressions=known --max-traces=50 %t | FileCheck --check-prefix=SEEN %s
// SEEN: incomplete: nothing found
// SEEN: machine code libck.so
// SEEN: {{^}}50 traces: 50 completed
// RUN: not %mcmini -k --atomics=off --suppressions=known %t | FileCheck %s
// CHECK: nothing found
// CHECK: busy wait ck_epoch_synchronize_wait in libck.so
// CHECK: {{^}}2 traces: 2 completed
// CHECK: Not every schedule of the program was explored: a busy wait was taken as waiting.
// RUN: %mcmini-cc -g -O1 -DBROKEN %s -o %t -lck
// RUN: not %mcmini -k --atomics=off --suppressions=known %t | FileCheck --check-prefix=BROKEN %s
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
