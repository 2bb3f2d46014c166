// A signal that kills is a crash with its name; one that is handled is ordinary code.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented term | FileCheck %s --check-prefix=TERM
// RUN: %S/Inputs/everywhere %mcmini %t.plain term | FileCheck %s --check-prefix=TERM
// TERM: trunk: 1 mcmini: crash: {{.*}}SIGTERM{{.*}}; replayed; nothing left
// TERM-NEXT: main: 1 mcmini: crash: {{.*}}SIGTERM{{.*}}; replayed; nothing left
// TERM-NEXT: thread: 1 mcmini: crash: {{.*}}SIGTERM{{.*}}; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented user | FileCheck %s --check-prefix=USER
// RUN: %S/Inputs/everywhere %mcmini %t.plain user | FileCheck %s --check-prefix=USER
// USER: trunk: 1 mcmini: crash: {{.*}}SIGUSR1{{.*}}; replayed; nothing left
// USER-NEXT: main: 1 mcmini: crash: {{.*}}SIGUSR1{{.*}}; replayed; nothing left
// USER-NEXT: thread: 1 mcmini: crash: {{.*}}SIGUSR1{{.*}}; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented segv | FileCheck %s --check-prefix=SEGV
// RUN: %S/Inputs/everywhere %mcmini %t.plain segv | FileCheck %s --check-prefix=SEGV
// SEGV: trunk: 1 mcmini: crash: SIGSEGV was raised; replayed; nothing left
// SEGV-NEXT: main: 1 mcmini: crash: SIGSEGV was raised; replayed; nothing left
// SEGV-NEXT: thread: 1 mcmini: crash: SIGSEGV was raised; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented handled | FileCheck %s --check-prefix=HANDLED
// RUN: %S/Inputs/everywhere %mcmini %t.plain handled | FileCheck %s --check-prefix=HANDLED
// HANDLED: trunk: 0 mcmini: ok: nothing found; nothing left
// HANDLED-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// HANDLED-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented leaves | FileCheck %s --check-prefix=LEAVES
// RUN: %S/Inputs/everywhere %mcmini %t.plain leaves | FileCheck %s --check-prefix=LEAVES
// LEAVES: trunk: 1 mcmini: exit with a nonzero status: the program exits with status 5; replayed; nothing left
// LEAVES-NEXT: main: 1 mcmini: exit with a nonzero status: the program exits with status 5; replayed; nothing left
// LEAVES-NEXT: thread: 1 mcmini: exit with a nonzero status: the program exits with status 5; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented jumps | FileCheck %s --check-prefix=JUMPS
// RUN: %S/Inputs/everywhere %mcmini %t.plain jumps | FileCheck %s --check-prefix=JUMPS
// JUMPS: trunk: 0 mcmini: ok: nothing found; nothing left
// JUMPS-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// JUMPS-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// The last one is McMini's own, which the program does not see.
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented last | FileCheck %s --check-prefix=LAST
// RUN: %S/Inputs/everywhere %mcmini %t.plain last | FileCheck %s --check-prefix=LAST
// LAST: trunk: 1 mcmini: crash: killed by signal 64 before a second thread was created; replayed; nothing left
// LAST-NEXT: main: 1 mcmini: crash: killed by a signal (64); replayed; nothing left
// LAST-NEXT: thread: 1 mcmini: crash: killed by a signal (64); replayed; nothing left
//
// Nor does it see McMini's handlers; without one of its own, a crash is told with its address.
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented asks | FileCheck %s --check-prefix=ASKS
// RUN: %S/Inputs/everywhere %mcmini %t.plain asks | FileCheck %s --check-prefix=ASKS
// ASKS: trunk: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
// ASKS-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
// ASKS-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static volatile int handled;
static sigjmp_buf back;

static void handler(int number) { handled += number; }
static void jump(int number) { siglongjmp(back, number); }
static void leave(int number) { _exit(number == SIGSEGV ? 5 : 6); }

static void fault(const char *name) {
  if (is(name, "last"))
    raise(SIGRTMAX);
  if (is(name, "asks")) {
    struct sigaction before, mine = {.sa_handler = SIG_IGN};
    if (sigaction(SIGRTMAX, NULL, &before) || before.sa_handler != SIG_DFL ||
        sigaction(SIGSEGV, &mine, &before) || before.sa_handler != SIG_DFL ||
        sigaction(SIGSEGV, &before, &mine) || mine.sa_handler != SIG_IGN ||
        signal(SIGSEGV, SIG_DFL) != SIG_DFL)
      _exit(9);
    *(volatile int *)16 = 1;
  }
  if (is(name, "term"))
    kill(getpid(), SIGTERM);
  if (is(name, "user"))
    raise(SIGUSR1);
  if (is(name, "segv"))
    raise(SIGSEGV);
  if (is(name, "handled")) {
    signal(SIGUSR1, handler);
    const int before = handled;
    raise(SIGUSR1);
    if (handled == before)
      abort();
  }
  if (is(name, "leaves")) {
    signal(SIGSEGV, leave);
    *(volatile int *)0 = 1;
  }
  if (is(name, "jumps")) {
    signal(SIGSEGV, jump);
    if (!sigsetjmp(back, 1))
      *(volatile int *)0 = 1;
  }
}
