// A crash is a finding with its signal and address, wherever it happens; a replay shows it again.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented null | FileCheck %s --check-prefix=NULL
// RUN: %S/Inputs/everywhere %mcmini %t.plain null | FileCheck %s --check-prefix=NULL
// NULL: trunk: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
// NULL-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
// NULL-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented wild | FileCheck %s --check-prefix=WILD
// RUN: %S/Inputs/everywhere %mcmini %t.plain wild | FileCheck %s --check-prefix=WILD
// WILD: trunk: 1 mcmini: crash: SIGSEGV at address 0x1234567890; replayed; nothing left
// WILD-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x1234567890; replayed; nothing left
// WILD-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x1234567890; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented divide | FileCheck %s --check-prefix=DIVIDE
// RUN: %S/Inputs/everywhere %mcmini %t.plain divide | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: trunk: 1 mcmini: crash: SIGFPE; replayed; nothing left
// DIVIDE-NEXT: main: 1 mcmini: crash: SIGFPE; replayed; nothing left
// DIVIDE-NEXT: thread: 1 mcmini: crash: SIGFPE; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented illegal | FileCheck %s --check-prefix=ILLEGAL
// RUN: %S/Inputs/everywhere %mcmini %t.plain illegal | FileCheck %s --check-prefix=ILLEGAL
// ILLEGAL: trunk: 1 mcmini: crash: SIGILL; replayed; nothing left
// ILLEGAL-NEXT: main: 1 mcmini: crash: SIGILL; replayed; nothing left
// ILLEGAL-NEXT: thread: 1 mcmini: crash: SIGILL; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented overflow | FileCheck %s --check-prefix=OVERFLOW
// RUN: %S/Inputs/everywhere %mcmini %t.plain overflow | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: trunk: 1 mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}}: stack overflow; replayed; nothing left
// OVERFLOW-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}}: stack overflow; replayed; nothing left
// OVERFLOW-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x{{[0-9a-f]+}}: stack overflow; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented mutex | FileCheck %s --check-prefix=MUTEX
// RUN: %S/Inputs/everywhere %mcmini %t.plain mutex | FileCheck %s --check-prefix=MUTEX
// MUTEX: trunk: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
// MUTEX-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
// MUTEX-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented atomic | FileCheck %s --check-prefix=ATOMIC
// RUN: %S/Inputs/everywhere %mcmini %t.plain atomic | FileCheck %s --check-prefix=ATOMIC
// ATOMIC: trunk: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
// ATOMIC-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
// ATOMIC-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x10; replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented ours | FileCheck %s --check-prefix=OURS
// RUN: %S/Inputs/everywhere %mcmini %t.plain ours | FileCheck %s --check-prefix=OURS
// OURS: trunk: 1 mcmini: crash: SIGSEGV at address 0x200000000000 (a stray access to McMini's own memory); replayed; nothing left
// OURS-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x200000000000 (a stray access to McMini's own memory); replayed; nothing left
// OURS-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x200000000000 (a stray access to McMini's own memory); replayed; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented blocked | FileCheck %s --check-prefix=BLOCKED
// RUN: %S/Inputs/everywhere %mcmini %t.plain blocked | FileCheck %s --check-prefix=BLOCKED
// BLOCKED: trunk: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
// BLOCKED-NEXT: main: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
// BLOCKED-NEXT: thread: 1 mcmini: crash: SIGSEGV at address 0x0; replayed; nothing left
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <signal.h>

static volatile int zero, sink;

__attribute__((noinline)) static int recurse(int n) {
  volatile char frame[4096];
  frame[0] = (char)n;
  return recurse(n + 1) + frame[0];
}

static void fault(const char *name) {
  if (is(name, "null"))
    *(volatile int *)0 = 1;
  if (is(name, "wild"))
    ((void (*)(void))0x1234567890)();
  if (is(name, "divide"))
    sink = 100 / zero;
  if (is(name, "illegal"))
    __builtin_trap();
  if (is(name, "overflow"))
    sink = recurse(0);
  if (is(name, "mutex"))
    pthread_mutex_lock((pthread_mutex_t *)16);
  if (is(name, "atomic"))
    __atomic_fetch_add((int *)16, 1, __ATOMIC_SEQ_CST);
  if (is(name, "ours")) // where the session lies
    memset((void *)0x200000000000, 0x5a, 4096);
  if (is(name, "blocked")) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    *(volatile int *)0 = 1;
  }
}
