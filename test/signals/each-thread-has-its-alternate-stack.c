// sigaltstack is a thread's own: none until it sets one, and what it has set, whatever others do in
// between. Its handlers run there.
// RUN: %mcmini-cc -g -O1 %s -o %t && %mcmini -k %t | FileCheck %s
// RUN: %mcmini -k --threads=kernel --isolation=fork %t | FileCheck %s
// CHECK: ok: nothing found
// CHECK: Every schedule of the program was explored.
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BYTES = 64 << 10 };
static char memory[2][BYTES];
static __thread int self;
static atomic_int shared, handled;

static void handle(int signal) {
  char here;
  stack_t now;
  (void)signal;
  assert(&here > memory[self] && &here < memory[self] + BYTES);
  assert(sigaltstack(NULL, &now) == 0 && now.ss_flags & SS_ONSTACK);
  handled++;
}

static void has(const void *stack) {
  stack_t now;
  assert(sigaltstack(NULL, &now) == 0);
  if (stack)
    assert(now.ss_sp == stack && now.ss_size == BYTES && now.ss_flags == 0);
  else
    assert(now.ss_flags == SS_DISABLE);
}

static void *work(void *number) {
  self = *(int *)number;
  const stack_t own = {.ss_sp = memory[self], .ss_size = BYTES};
  const stack_t none = {.ss_flags = SS_DISABLE};
  has(NULL);
  shared++;
  assert(sigaltstack(&own, NULL) == 0);
  has(memory[self]);
  shared++;
  has(memory[self]);
  raise(SIGUSR1);
  has(memory[self]);
  assert(sigaltstack(&none, NULL) == 0);
  has(NULL);
  return NULL;
}

int main(void) {
  const struct sigaction action = {.sa_handler = handle, .sa_flags = SA_ONSTACK};
  int number[] = {0, 1};
  pthread_t thread;
  has(NULL);
  sigaction(SIGUSR1, &action, NULL);
  pthread_create(&thread, NULL, work, &number[1]);
  work(&number[0]);
  pthread_join(thread, NULL);
  assert(handled == 2);
}
