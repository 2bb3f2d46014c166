// What the program does to its descriptors, signals, limits, folder and environment does not disturb the search.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented range | FileCheck %s --check-prefix=RANGE
// RUN: %S/Inputs/everywhere %mcmini %t.plain range | FileCheck %s --check-prefix=RANGE
// RANGE: trunk: 0 mcmini: ok: nothing found; nothing left
// RANGE-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// RANGE-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// Not in two threads: which of them closes each of 1,024 descriptors is explored.
// RUN: env PLACES="trunk main" %S/Inputs/everywhere %mcmini %t.instrumented each | FileCheck %s --check-prefix=EACH
// RUN: env PLACES="trunk main" %S/Inputs/everywhere %mcmini %t.plain each | FileCheck %s --check-prefix=EACH
// EACH: trunk: 0 mcmini: ok: nothing found; nothing left
// EACH-NEXT: main: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented stdio | FileCheck %s --check-prefix=STDIO
// RUN: %S/Inputs/everywhere %mcmini %t.plain stdio | FileCheck %s --check-prefix=STDIO
// STDIO: trunk: 0 mcmini: ok: nothing found; nothing left
// STDIO-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// STDIO-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented signals | FileCheck %s --check-prefix=SIGNALS
// RUN: %S/Inputs/everywhere %mcmini %t.plain signals | FileCheck %s --check-prefix=SIGNALS
// SIGNALS: trunk: 0 mcmini: ok: nothing found; nothing left
// SIGNALS-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// SIGNALS-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented files | FileCheck %s --check-prefix=FILES
// RUN: %S/Inputs/everywhere %mcmini %t.plain files | FileCheck %s --check-prefix=FILES
// Nothing can be opened any more when the search starts, so neither can the list of what is mapped.
// FILES: trunk: 3 mcmini: incomplete: nothing found, but what the program does by memory that is shared, or mapped twice; nothing left
// FILES-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// FILES-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented tasks | FileCheck %s --check-prefix=TASKS
// RUN: %S/Inputs/everywhere %mcmini %t.plain tasks | FileCheck %s --check-prefix=TASKS
// Of limits that are set beside other threads the orders are not explored.
// TASKS: trunk: 0 mcmini: ok: nothing found; nothing left
// TASKS-NEXT: main: 3 mcmini: incomplete: nothing found, but other orders of what threads do by setrlimit; nothing left
// TASKS-NEXT: thread: 3 mcmini: incomplete: nothing found, but other orders of what threads do by setrlimit; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented folder | FileCheck %s --check-prefix=FOLDER
// RUN: %S/Inputs/everywhere %mcmini %t.plain folder | FileCheck %s --check-prefix=FOLDER
// FOLDER: trunk: 0 mcmini: ok: nothing found; nothing left
// FOLDER-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// FOLDER-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented session | FileCheck %s --check-prefix=SESSION
// RUN: %S/Inputs/everywhere %mcmini %t.plain session | FileCheck %s --check-prefix=SESSION
// SESSION: trunk: 0 mcmini: ok: nothing found; nothing left
// SESSION-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// SESSION-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented environment | FileCheck %s --check-prefix=ENVIRONMENT
// RUN: %S/Inputs/everywhere %mcmini %t.plain environment | FileCheck %s --check-prefix=ENVIRONMENT
// ENVIRONMENT: trunk: 0 mcmini: ok: nothing found; nothing left
// ENVIRONMENT-NEXT: main: 0 mcmini: ok: nothing found; nothing left
// ENVIRONMENT-NEXT: thread: 0 mcmini: ok: nothing found; nothing left
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

static void limit(int what, unsigned long value) {
  const struct rlimit both = {value, value};
  setrlimit(what, &both);
}

static void fault(const char *name) {
  sigset_t all;
  sigfillset(&all);
  if (is(name, "range"))
    close_range(0, ~0u, 0);
  if (is(name, "each"))
    for (int i = 0; i < 1024; i++)
      close(i);
  if (is(name, "stdio"))
    fclose(stdin), fclose(stdout), fclose(stderr);
  if (is(name, "signals"))
    sigprocmask(SIG_BLOCK, &all, NULL);
  if (is(name, "files"))
    limit(RLIMIT_NOFILE, 3);
  if (is(name, "tasks"))
    limit(RLIMIT_NPROC, 1);
  if (is(name, "folder") && chdir("/"))
    abort();
  if (is(name, "session"))
    setsid();
  if (is(name, "environment"))
    clearenv();
}
