// primitives/process.c - the process as what its exit is: of several threads that call exit, one
// goes on, and the others wait for the process to end. So does glibc since 2.41, and POSIX asks for
// it since 2024; before, both could run the handlers, which is undefined.
//
//   begin-exit  enabled while no thread has begun
//
// A transition only where several threads do, in some trace. The runtime makes it (process_exit.c).
#include "builtin.h"
#include <stdio.h>

static const char *const operations[] = {"begin-exit", NULL};

struct process {
  uint64_t exiting; // 1 + the thread, or 0
};

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct process *p = state[0];
  (void)op;
  return p->exiting == 0;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct process *p = state[0];
  (void)result;
  p->exiting = 1 + (uint64_t)op->thread;
  return NULL;
}

static mc_thread owner(const void *state) {
  const struct process *p = state;
  return p->exiting ? (mc_thread)(p->exiting - 1) : MC_NO_THREAD;
}

static void print(const void *state, char *text, size_t size) {
  const mc_thread thread = owner(state);
  snprintf(text, size, thread == MC_NO_THREAD ? "goes on" : "%s exits",
           thread == MC_NO_THREAD ? "" : mc_thread_name(thread));
}

const struct mc_primitive mc_primitive_process = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "process",
    .operations = operations,
    .state_size = sizeof(struct process),
    .enabled = enabled,
    .apply = apply,
    .owner = owner,
    .print = print,
};
