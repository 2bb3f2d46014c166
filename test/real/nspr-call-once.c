// PR_CallOnce: two threads, one object, or one each. Preloaded; some code of libnspr4 is in assembly that nobody can
// decode.
//
// RUN: pkg-config --cflags --libs nspr > flags
// RUN: %gcc -w -g -O1 %s -o right -pthread @flags
// RUN: not %mcmini -k --max-traces=20 ./right | FileCheck --check-prefix=RIGHT %s
// RIGHT: mcmini: incomplete: nothing found
// RIGHT: {{^}}20 traces: 20 completed
// RUN: %gcc -DTWICE -w -g -O1 %s -o mutant.twice -pthread @flags
// RUN: not %mcmini ./mutant.twice | FileCheck --check-prefix=TWICE %s
// TWICE: assertion failed
// REQUIRES: real, libnspr4-dev
#include <assert.h>
#include <nspr.h>
static PRCallOnceType once[2];
static int calls;
static PRStatus init(void) { calls++; return PR_SUCCESS; }
static void use(void *which) {
  PR_CallOnce(which, init);
}
int main(void) {
#ifdef TWICE
  void *second = &once[1];
#else
  void *second = &once[0];
#endif
  PRThread *a = PR_CreateThread(PR_USER_THREAD, use, second, PR_PRIORITY_NORMAL, PR_GLOBAL_THREAD, PR_JOINABLE_THREAD, 0);
  use(&once[0]);
  PR_JoinThread(a);
  assert(calls == 1);
  return 0;
}
