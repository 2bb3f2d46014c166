// A try or a timed wait that succeeds is no yield, whatever number its token has: who has taken
// ten tokens in a row does not poll, and runs on before the process may end, also where the caller has
// given it up.
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
#include "Inputs/builtin.h"

/// Thread 0 is at the end of the process; thread 1 makes 15 attempts, then takes a mutex.
static void run(const char *how, unsigned tokens, bool numbered, bool is_left) {
  struct program p = {0};
  const mc_object semaphore = new_semaphore(&p, tokens, numbered);
  const mc_object mutex = new_mutex(&p, 0, false);
  process_exit(&p, 0);
  if (is_left)
    mc_set_add(&p.left, 1);
  for (int i = 0; i < 15; i++)
    on(&p, 1, how, semaphore)->operation.flags = MC_YIELD;
  on(&p, 1, "lock", mutex);
  const enum mc_algorithm algorithm[] = {MC_DFS, MC_DPOR, MC_OPTIMAL};
  printf("%s, %u tokens, %s:", how, tokens, numbered ? "numbered" : "plain");
  for (int a = 0; a < 3; a++) {
    const struct mc_search_config config = {.algorithm = algorithm[a], .max_depth = 100};
    const struct report report = explore(&p, &config, 0);
    printf(" %u", report.counts.max_depth);
  }
  printf("\n");
}

int main(void) {
  // All are taken: 17 steps, the end of the process is the last.
  // CHECK: trywait, 15 tokens, plain: 17 17 17
  // CHECK: trywait, 15 tokens, numbered: 17 17 17
  // CHECK: timedwait, 15 tokens, plain: 17 17 17
  // CHECK: timedwait, 15 tokens, numbered: 17 17 17
  for (int i = 0; i < 4; i++)
    run(i < 2 ? "trywait" : "timedwait", 15, i % 2, true);
  // Ten failures in a row do poll.
  // CHECK: trywait, 1 tokens, plain: 12 12 12
  // CHECK: trywait, 1 tokens, numbered: 12 12 12
  run("trywait", 1, false, true);
  run("trywait", 1, true, true);
  // Who has not been given up goes on to its end, which the lock stands for.
  // CHECK: trywait, 1 tokens, plain: 17 17 17
  run("trywait", 1, false, false);
  return 0;
}
