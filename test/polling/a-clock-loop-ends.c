// A loop that asks for the time until a second has passed ends by itself, for each query takes 1 ms of
// the thread's own clock. One that waits for a flag meanwhile gives the others their turn.
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t && %gcc -g -pthread -I %S/../Inputs %s -o %t.gcc
// RUN: %mcmini -k %t second | FileCheck %s --check-prefix=SECOND
// RUN: %mcmini -k %t.gcc second | FileCheck %s --check-prefix=SECOND
// SECOND: ok: nothing found
// SECOND: {{^}}1 traces: 1 completed, 0 deadlocked, 0 failed, 0 bounded
// RUN: not %mcmini -k %t flag | FileCheck %s --check-prefix=FLAG
// FLAG: nothing found
// FLAG: completed, 0 deadlocked, 0 failed, 0 bounded
#include "threads.h"
#include <assert.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int flag;
static char how;

static long milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void *poller(void *argument) {
  const long start = milliseconds();
  int queries = 0;
  if (how == 's') {
    while (milliseconds() < start + 1000)
      queries++;
    assert(queries == 999);
  } else {
    while (!atomic_load(&flag))
      milliseconds();
  }
  return argument;
}

static void *setter(void *argument) {
  atomic_store(&flag, 1);
  return argument;
}

int main(int argc, char **argv) {
  how = argv[argc - 1][0];
  in_threads(poller, setter);
  return 0;
}
