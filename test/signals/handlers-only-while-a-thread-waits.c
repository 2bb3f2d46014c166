// --signals=off: a handler runs only while its thread waits, and the report says so. By hand: main sends a signal to a
// thread that stores twice and then locks a mutex, which main has.
//
// points: the handler runs before the first store, between the two (the only order that fails), before the lock or
// while it waits, before the unlock, before the thread's end, or not at all; from the lock on there is one for each.
// off: while it waits for the mutex, or not at all, as it did not wait: 2 traces. What stands
// between the stores is hidden, which the sentence says.
// RUN: %mcmini-cc -g -O1 %s -o %t
// RUN: not %mcmini -q -k %t | FileCheck %s --check-prefix=POINTS
// RUN: not %mcmini -q -k --signals=points %t | FileCheck %s --check-prefix=POINTS
// POINTS: assertion failed: assertion `!between' failed
// RUN: %mcmini -q -k --output=all --signals=off %t | FileCheck %s --check-prefix=OFF
// RUN: %mcmini -q -k --output=all --signals=off --algorithm=pop %t | FileCheck %s --check-prefix=OFF
// RUN: %mcmini -q -k --output=all --signals=off --algorithm=source %t | FileCheck %s --check-prefix=OFF
// RUN: %mcmini -q -k --output=all --signals=off --algorithm=dfs %t | FileCheck %s --check-prefix=DFS
// RUN: %mcmini -q -k --output=all --signals=off --threads=kernel --isolation=fork %t | FileCheck %s --check-prefix=OFF
// OFF-DAG: handled 0
// OFF-DAG: handled 1
// OFF-DAG: {{^}}Every schedule of the program was explored; handlers ran only while their threads waited (--signals=off).
// OFF-DAG: {{^}}2 traces: 2 completed
// DFS-DAG: handled 0
// DFS-DAG: handled 1
// DFS-DAG: {{^}}Every schedule of the program was explored; handlers ran only while their threads waited (--signals=off).
//
// What a handler ends by EINTR it ends only while that waits: pause without a signal before it. The signal that comes
// before is lost, with points: a deadlock. With off it is pending until pause looks for it.
// RUN: not %mcmini -q -k %t pause | FileCheck %s --check-prefix=LOST
// LOST: deadlock
// RUN: %mcmini -q -k --signals=off %t pause | FileCheck %s --check-prefix=PAUSE
// PAUSE: {{^}}2 traces: 2 completed
//
// What a thread sends to itself, or lets in by its mask, comes at once. A program without signals is complete.
// RUN: %mcmini -q -k --signals=off %t itself | FileCheck %s --check-prefix=ITSELF
// ITSELF: {{^}}Every schedule of the program was explored.
// RUN: %mcmini -q -k --require-complete --signals=off %t none | FileCheck %s --check-prefix=ITSELF
//
// A trace file says how it was found.
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && not %mcmini -q --signals=off %t fails > /dev/null
// RUN: grep signals %t.dir/*.trace && cd %t.dir && not %mcmini -q replay *.trace -- %t fails | FileCheck %s --check-prefix=AGAIN
// AGAIN: assertion failed: assertion `!handled || !fails' failed
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int x;
static int handled, between, fails;
static const char *what = "";

static void handle(int signal) {
  (void)signal;
  between |= x == 1;
  handled = 1;
}

static void *work(void *unused) {
  if (!strcmp(what, "pause")) {
    pause();
    return unused;
  }
  if (!strcmp(what, "itself")) {
    raise(SIGUSR1);
    assert(handled);
    return unused;
  }
  x = 1;
  x = 2;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(int count, char **argument) {
  pthread_t thread;
  if (count > 1)
    what = argument[1];
  fails = !strcmp(what, "fails");
  signal(SIGUSR1, handle);
  pthread_mutex_lock(&mutex);
  pthread_create(&thread, NULL, work, NULL);
  if (!*what || fails || !strcmp(what, "pause"))
    pthread_kill(thread, SIGUSR1);
  pthread_mutex_unlock(&mutex);
  pthread_join(thread, NULL);
  assert(!between);
  assert(!handled || !fails);
  printf("handled %d\n", handled);
}
