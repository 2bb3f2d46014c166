// nsync_note: told before, or after, what it stands for is there. A bound. Preloaded.
//
// RUN: %gcc -w -g -O1 %s -o right -pthread -lnsync
// RUN: %mcmini -k --max-traces=3 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}3 traces: 3 completed
// RUN: %gcc -DEARLY -w -g -O1 %s -o mutant.early -pthread -lnsync
// RUN: not %mcmini ./mutant.early | FileCheck --check-prefix=EARLY %s
// EARLY: assertion failed
// REQUIRES: real, libnsync-dev
#include <assert.h>
#include <nsync.h>
#include <pthread.h>
#include <stdatomic.h>
static nsync_note note;
static atomic_int value;
static void *tell(void *nothing) {
#ifdef EARLY
  nsync_note_notify(note);
  value = 1;
#else
  value = 1;
  nsync_note_notify(note);
#endif
  return 0;
}
int main(void) {
  pthread_t t;
  note = nsync_note_new(0, nsync_time_no_deadline);
  pthread_create(&t, 0, tell, 0);
  nsync_note_wait(note, nsync_time_no_deadline);
  assert(value == 1);
  pthread_join(t, 0);
  return 0;
}
