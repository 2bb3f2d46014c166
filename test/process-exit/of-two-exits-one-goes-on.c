// Two threads call exit: one of them begins, runs the handlers and gives the status; the other one waits
// for the process to end (POSIX 2024, glibc 2.41). Both orders are explored: each status is found, and
// the handlers run once in each.
// RUN: %mcmini-cc -g -O1 %s -o %t && %gcc -g -O1 -pthread %s -o %t.gcc
// RUN: not %mcmini -k %t both > %t.both; FileCheck --check-prefix=BOTH %s < %t.both
// RUN: not %mcmini -k %t.gcc both > %t.both; FileCheck --check-prefix=BOTH %s < %t.both
// RUN: not %mcmini -k --algorithm=dfs %t both > %t.both; FileCheck --check-prefix=STATUS %s < %t.both
// BOTH-DAG: the program exits with status 3
// BOTH-DAG: the program exits with status 4
// BOTH: {{^}}2 traces: 0 completed, 0 deadlocked, 2 failed
// STATUS-DAG: the program exits with status 3
// STATUS-DAG: the program exits with status 4
// _exit ends the process also in the middle of the other's handlers, whose failure is behind a lock: the
// trace of each is there.
// RUN: not %mcmini -k %t cut > %t.cut; FileCheck --check-prefix=CUT %s < %t.cut
// CUT-DAG: the program exits with status 3
// CUT-DAG: the program exits with status 4
// The thread that exits again, in a handler, goes on with the handlers that are left, and another status.
// RUN: not %mcmini -k %t again | FileCheck --check-prefix=AGAIN %s
// AGAIN: the program exits with status 5
// AGAIN: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed
// A handler waits for a lock whose owner calls exit: a deadlock.
// RUN: not %mcmini -k %t held | FileCheck --check-prefix=HELD %s
// HELD: deadlock: 2 threads wait
// HELD: begin-exit
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *how;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int runs;

static void takes(void) {
  pthread_mutex_lock(&lock);
  if (++runs > 1)
    abort();
  pthread_mutex_unlock(&lock);
}

static void exits(void) { exit(5); }

static void *work(void *argument) {
  if (!strcmp(how, "held"))
    pthread_mutex_lock(&lock);
  if (!strcmp(how, "cut"))
    _exit(4);
  if (strcmp(how, "again"))
    exit(4);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread;
  how = argv[argc - 1];
  atexit(takes);
  if (!strcmp(how, "again"))
    atexit(exits);
  pthread_create(&thread, NULL, work, NULL);
  exit(3);
}
