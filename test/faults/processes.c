// Processes that the program makes do as they would without McMini, and none is left.
// RUN: %mcmini-cc -g -O1 -w %s -o %t.instrumented && %gcc -g -O1 -w -pthread %s -o %t.plain
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented runs | FileCheck %s --check-prefix=RUNS
// RUN: %S/Inputs/everywhere %mcmini %t.plain runs | FileCheck %s --check-prefix=RUNS
// RUNS: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// RUNS-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// RUNS-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented exits | FileCheck %s --check-prefix=EXITS
// RUN: %S/Inputs/everywhere %mcmini %t.plain exits | FileCheck %s --check-prefix=EXITS
// EXITS: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// EXITS-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// EXITS-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented crashes | FileCheck %s --check-prefix=CRASHES
// RUN: %S/Inputs/everywhere %mcmini %t.plain crashes | FileCheck %s --check-prefix=CRASHES
// CRASHES: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// CRASHES-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// CRASHES-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented execs | FileCheck %s --check-prefix=EXECS
// RUN: %S/Inputs/everywhere %mcmini %t.plain execs | FileCheck %s --check-prefix=EXECS
// EXECS: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// EXECS-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// EXECS-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented threads | FileCheck %s --check-prefix=THREADS
// RUN: %S/Inputs/everywhere %mcmini %t.plain threads | FileCheck %s --check-prefix=THREADS
// THREADS: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// THREADS-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// THREADS-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented system | FileCheck %s --check-prefix=SYSTEM
// RUN: %S/Inputs/everywhere %mcmini %t.plain system | FileCheck %s --check-prefix=SYSTEM
// SYSTEM: trunk: 0 mcmini: ok: nothing found; nothing left
// SYSTEM-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// SYSTEM-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
//
// RUN: %S/Inputs/everywhere %mcmini %t.instrumented popen | FileCheck %s --check-prefix=POPEN
// RUN: %S/Inputs/everywhere %mcmini %t.plain popen | FileCheck %s --check-prefix=POPEN
// POPEN: trunk: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// POPEN-NEXT: main: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
// POPEN-NEXT: thread: 3 mcmini: incomplete: nothing found, but the child of fork is not explored; nothing left
#define _GNU_SOURCE
#include "Inputs/places.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void child(const char *name) {
  pthread_t thread;
  if (is(name, "runs"))
    for (;;)
      pause();
  if (is(name, "crashes"))
    *(volatile int *)0 = 1;
  if (is(name, "execs"))
    execl("/bin/sh", "sh", "-c", "exit 4", (char *)0);
  if (is(name, "threads") && pthread_create(&thread, NULL, body, NULL) == 0)
    pthread_join(thread, NULL);
  exit(4);
}

static void expect(int truth) {
  if (!truth)
    abort();
}

static void fault(const char *name) {
  int status;
  char line[10] = "";
  fault_place = "nowhere"; // the child's threads
  if (is(name, "system")) {
    expect(WEXITSTATUS(system("exit 4")) == 4);
    return;
  }
  if (is(name, "popen")) {
    FILE *pipe = popen("echo word", "r");
    expect(pipe && fgets(line, sizeof line, pipe) && is(line, "word\n") && pclose(pipe) == 0);
    return;
  }
  const pid_t pid = fork();
  if (pid == 0)
    child(name);
  if (is(name, "runs"))
    return;
  expect(waitpid(pid, &status, 0) == pid);
  if (is(name, "crashes"))
    expect(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
  else
    expect(WIFEXITED(status) && WEXITSTATUS(status) == 4);
}
