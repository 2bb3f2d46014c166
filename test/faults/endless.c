// A loop for ever is a livelock or endless, a read of a pipe that blocks for ever is a
// deadlock.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere --trace-timeout=1 %mcmini %t.instrumented idle | FileCheck %s --check-prefix=IDLE
// RUN: %S/Inputs/everywhere --trace-timeout=1 %mcmini %t.plain idle | FileCheck %s --check-prefix=IDLE
// IDLE: trunk: 1 mcmini: livelock: {{(1 thread waits|2 threads wait) in loops that nobody can end(, and 1 for something else)?}}; replayed; nothing left
// IDLE-NEXT: main: 1 mcmini: livelock: {{(1 thread waits|2 threads wait) in loops that nobody can end(, and 1 for something else)?}}; replayed; nothing left
// IDLE-NEXT: thread: 1 mcmini: livelock: {{(1 thread waits|2 threads wait) in loops that nobody can end(, and 1 for something else)?}}; replayed; nothing left
//
// RUN: %S/Inputs/everywhere --trace-timeout=0.5 %mcmini %t.instrumented counts | FileCheck %s --check-prefix=COUNTS
// RUN: %S/Inputs/everywhere --trace-timeout=0.5 %mcmini %t.plain counts | FileCheck %s --check-prefix=COUNTS
// COUNTS: trunk: 1 mcmini: a trace that does not end: it still runs after the time of --trace-timeout; replayed; nothing left
// COUNTS-NEXT: main: 1 mcmini: a trace that does not end: it still runs after the time of --trace-timeout; replayed; nothing left
// COUNTS-NEXT: thread: 1 mcmini: a trace that does not end: it still runs after the time of --trace-timeout; replayed; nothing left
//
// RUN: %S/Inputs/everywhere --trace-timeout=0.5 %mcmini %t.instrumented read | FileCheck %s --check-prefix=READ
// RUN: %S/Inputs/everywhere --trace-timeout=0.5 %mcmini %t.plain read | FileCheck %s --check-prefix=READ
// READ: trunk: 1 mcmini: deadlock: {{[13] threads? waits?}} and none can ever go on; replayed; nothing left
// READ-NEXT: main: 1 mcmini: deadlock: {{[13] threads? waits?}} and none can ever go on; replayed; nothing left
// READ-NEXT: thread: 1 mcmini: deadlock: {{[13] threads? waits?}} and none can ever go on; replayed; nothing left
//
// RUN: env PLACES=main %S/Inputs/everywhere --trace-timeout=0.5 %mcmini %t.instrumented deaf | FileCheck %s --check-prefix=DEAF
// DEAF: main: 1 mcmini: a trace that does not end: {{.*}}; replayed; nothing left
//
// RUN: env PLACES=main %S/Inputs/everywhere --trace-timeout=0.5 %mcmini %t.plain stops | FileCheck %s --check-prefix=STOPS
// STOPS: main: 1 mcmini: a trace that does not end: the program stops itself (SIGSTOP), and nobody lets it go on; replayed; nothing left
#include "Inputs/places.h"
#include <signal.h>
#include <unistd.h>

static volatile int turns;

static void fault(const char *name) {
  int ends[2];
  char byte;
  if (is(name, "deaf")) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
  }
  if (is(name, "idle"))
    for (;;) {
    }
  if (is(name, "counts") || is(name, "deaf"))
    for (;;)
      turns++;
  if (is(name, "read") && pipe(ends) == 0)
    (void)!read(ends[0], &byte, 1);
  if (is(name, "stops"))
    raise(SIGSTOP);
}
