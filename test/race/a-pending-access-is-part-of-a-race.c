// An access that is about to happen when the trace ends races with what ran before: here at the depth
// limit. Without the limit it is the same pair of places.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -k --max-depth=6 %t | FileCheck %s
// CHECK: data race: shared: write at a-pending-access-is-part-of-a-race.c:16 and read at a-pending-access-is-part-of-a-race.c:21
// CHECK: thread 0.1 (writer), step 4: write shared
// CHECK: thread 0.2 (reader), pending at the end: read shared
// RUN: not %mcmini -k %t | FileCheck %s --check-prefix=WHOLE
// WHOLE: data race: shared: write at a-pending-access-is-part-of-a-race.c:16 and read at a-pending-access-is-part-of-a-race.c:21
#include "threads.h"
#include <mcmini/mcmini.h>

static int shared;

static void *writer(void *argument) {
  MC_WRITE(shared, 1);
  return argument;
}

static void *reader(void *argument) {
  return MC_READ(shared) == 3 ? NULL : argument;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, writer, NULL);
  pthread_create(&thread[1], NULL, reader, NULL);
  pthread_join(thread[1], NULL);
  pthread_join(thread[0], NULL);
  return 0;
}
