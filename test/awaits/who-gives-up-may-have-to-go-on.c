// A thread whose turn has failed gives up for the rest of the trace. Another trace has what it would do
// then, but where that begins with a step that is not taken while another thread can run, or a handler is
// to run in it, or others poll: there the search restarts, and threads wait for a change.
//
// A busy wait, which goes on when no other thread can, and wakes the loop up:
// RUN: %mcmini-cc -g -DBUSY %s -o %t && not %mcmini --races=off %t | FileCheck --check-prefix=BUSY %s
// BUSY: assertion failed: assertion `!"reached"' failed
// BUSY: {{^}}1 traces: 0 completed, 0 deadlocked, 1 failed, 0 bounded, 0 dropped
//
// The exit of the process, which does that in a handler:
// RUN: %mcmini-cc -g -DEXITS %s -o %t && not %mcmini %t | FileCheck --check-prefix=EXITS %s
// EXITS: assertion failed: assertion `!"reached"' failed
//
// A handler, sent when it has perhaps looked; it runs before the assertion or after it:
// RUN: %mcmini-cc -g -DHANDLES %s -o %t && not %mcmini -k %t | FileCheck --check-prefix=HANDLES %s
// HANDLES: assertion failed: assertion `!handled' failed
// HANDLES: {{^}}{{[0-9]+}} traces: {{[1-9][0-9]*}} completed, 0 deadlocked, {{[1-9][0-9]*}} failed, 0 bounded, 0 dropped
//
// Somebody who polls, for what comes behind the loop: only fair schedules, and in all of them it comes.
// RUN: %mcmini-cc -g -DPOLLS %s -o %t && not %mcmini %t | FileCheck --check-prefix=POLLS %s
// POLLS: incomplete: nothing found, but only fair schedules were explored
// POLLS: {{^}}[[N:[0-9]+]] traces: [[N]] completed
//
// Exit while it waits is the end of the program, as ever.
// RUN: %mcmini-cc -g -DLEAVES %s -o %t && %mcmini %t | FileCheck --check-prefix=LEAVES %s
// LEAVES: ok: nothing found
// LEAVES: {{^}}1 traces: 1 completed
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static atomic_int first, second;
static pthread_t waiter;

#ifdef POLLS
static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER, inner = PTHREAD_MUTEX_INITIALIZER;
static bool is_behind;
static bool look(const bool *set) {
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  if (set)
    is_behind = *set;
  const bool was = is_behind;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return was;
}
#endif

#ifdef HANDLES
static volatile sig_atomic_t handled;
static void handle(int signal) { handled += signal != 0; }
#endif

static void *wait(void *argument) {
  while (!atomic_load(&first) || !atomic_load(&second)) {
  }
#ifdef POLLS
  look(&(const bool){true});
#elif defined HANDLES
  assert(!handled);
#else
  assert(!"reached");
#endif
  return argument;
}

static void set(void) {
  atomic_store(&first, 1);
  atomic_store(&second, 1);
}

#ifdef BUSY
static int word;
static void *write_word(void *argument) {
  word = 1;
  return argument;
}
static void *wait_busily(void *argument) {
  while (!*(volatile int *)&word) {
  }
  set();
  return argument;
}
#elif defined EXITS
static void at_exit(void) {
  set();
  pthread_join(waiter, NULL);
}
#endif

int main(void) {
#ifdef HANDLES
  signal(SIGUSR1, handle);
#endif
  pthread_create(&waiter, NULL, wait, NULL);
#ifdef BUSY
  pthread_t other[2];
  pthread_create(&other[0], NULL, wait_busily, NULL);
  pthread_create(&other[1], NULL, write_word, NULL);
#elif defined EXITS
  atexit(at_exit);
  return 0;
#elif defined HANDLES
  atomic_store(&first, 1);
  pthread_kill(waiter, SIGUSR1);
  set();
#elif defined POLLS
  set();
  while (!look(NULL)) {
  }
#else
  return 0;
#endif
  pthread_join(waiter, NULL);
  return 0;
}
