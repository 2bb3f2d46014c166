// --explain: tokens that are taken, added, and looked for in vain.
//
// RUN: %mcmini-cc -g -I %S/../Inputs %s -o %t
// RUN: not %mcmini -q --explain %t | FileCheck %s
// CHECK: What each step does:
// CHECK: thread 0.1 adds a token to tokens: 1 -> 2
// CHECK: thread 0.1 takes a token of tokens: 2 -> 1
// CHECK: thread 0.1 takes a token of tokens: 1 -> 0
// CHECK: thread 0.1 tries to take a token of tokens, and there is none: 0
// CHECK: semaphore: a number of tokens; a wait takes one
// CHECK-NOT: mutex:
#include "threads.h"
#include <assert.h>
#include <semaphore.h>

static sem_t tokens;

static void *use(void *argument) {
  sem_post(&tokens);
  sem_wait(&tokens);
  sem_wait(&tokens);
  assert(!sem_trywait(&tokens));
  return argument;
}

int main(void) {
  sem_init(&tokens, 0, 1);
  in_threads(use);
  return 0;
}
