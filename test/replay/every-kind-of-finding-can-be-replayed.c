// The trace file of each kind of finding shows the same kind again: also after a rebuild at another
// level of optimisation, with a warning; and preloaded.
// RUN: %mcmini-cc -g -I %root/include %s -o %t
// RUN: %mcmini-cc -g -O1 -I %root/include %s -o %t.rebuilt
// RUN: sh %S/Inputs/replay.sh %mcmini %t %t.rebuilt | FileCheck %s
// RUN: %gcc -g -pthread -I %root/include %s -o %t.gcc
// RUN: sh %S/Inputs/replay.sh %mcmini %t.gcc | FileCheck %s --check-prefix=PRELOADED
// CHECK: deadlock: deadlock, again deadlock, rebuilt deadlock
// CHECK: assertion: assertion, again assertion, rebuilt assertion
// CHECK: crash: crash, again crash, rebuilt crash
// CHECK: exit: exit, again exit, rebuilt exit
// CHECK: misuse: misuse, again misuse, rebuilt misuse
// CHECK: data-race: data-race, again data-race, rebuilt data-race
// CHECK: livelock: livelock, again livelock, rebuilt livelock
// CHECK: endless: endless, again endless, rebuilt endless
// PRELOADED: deadlock: deadlock, again deadlock
// PRELOADED: assertion: assertion, again assertion
// PRELOADED: crash: crash, again crash
// PRELOADED: exit: exit, again exit
// PRELOADED: misuse: misuse, again misuse
// PRELOADED: livelock: livelock, again livelock
// PRELOADED: endless: endless, again endless
#include <assert.h>
#include <mcmini/mcmini.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static const char *kind;
static volatile int never, turns;
static int shared, order, *volatile null;

static int is(const char *name) {
  return !strcmp(kind, name);
}

static void fails(void) {
  assert(!is("assertion"));
  if (is("crash"))
    *null = 1;
  if (is("exit"))
    exit(3);
  if (is("misuse"))
    pthread_mutex_unlock(&b);
  while (is("livelock") && !never) {
  }
  while (is("endless"))
    turns++;
}

static void *first(void *argument) {
  pthread_mutex_lock(&a);
  if (is("deadlock"))
    pthread_mutex_lock(&b);
  if (is("deadlock"))
    pthread_mutex_unlock(&b);
  order = 1;
  pthread_mutex_unlock(&a);
  MC_WRITE(shared, 1);
  return argument;
}

static void *second(void *argument) {
  if (is("deadlock"))
    pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  if (order == 0) // only where this thread is first
    fails();
  pthread_mutex_unlock(&a);
  if (is("deadlock"))
    pthread_mutex_unlock(&b);
  if (is("data-race"))
    MC_WRITE(shared, 2);
  return argument;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  kind = argv[argc - 1];
  pthread_create(&thread[0], NULL, first, NULL);
  pthread_create(&thread[1], NULL, second, NULL);
  pthread_join(thread[0], NULL);
  pthread_join(thread[1], NULL);
  return 0;
}
