// What a thread waits for can come, or go, without a step on its object: the object begins anew,
// memory that a primitive observes is written, a thread more is there, and with it an alternative.
// The thread is asked again then, in other traces, too. An answer that is kept too long hides
// schedules, so all are counted: as many as McMini counted before it kept answers.
//
// main passes a gate, or waits at it. A and B want one token; who has it changes something: A main's
// gate, B another one. `shuts`: main's gate is open before.
// RUN: %mcmini-cc -g %s -o %t
// RUN: not %mcmini -k --algorithm=dfs %t shuts | FileCheck %s --check-prefix=SHUTS
// RUN: not %mcmini -k --algorithm=dfs %t opens | FileCheck %s --check-prefix=OPENS
// RUN: not %mcmini -k --algorithm=dfs %t memory | FileCheck %s --check-prefix=MEMORY
// RUN: not %mcmini -k --algorithm=dfs %t fourth | FileCheck %s --check-prefix=FOURTH
// OPENS: {{^}}31 traces: 26 completed, 5 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// SHUTS: {{^}}48 traces: 38 completed, 10 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// MEMORY: {{^}}31 traces: 26 completed, 5 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
// FOURTH: {{^}}377 traces: 372 completed, 5 deadlocked, 0 failed, 0 bounded, 0 dropped, 0 sleep-set
#include <mcmini/primitive.h>
#include <pthread.h>
#include <string.h>

enum { PASS, PASS_WITH_FOURTH, TAKE };
enum { FOURTH = 3 };

static unsigned universe(const struct mc_operation *operation, unsigned n) {
  return operation->kind == PASS_WITH_FOURTH ? n : 1;
}
static bool enabled(const struct mc_operation *step, const void *const state[]) {
  return step->kind == PASS_WITH_FOURTH ? step->alternative == FOURTH
                                        : *(const long *)state[0] != 0;
}
static const char *apply(const struct mc_operation *step, void *const state[], uint64_t *result) {
  (void)result;
  if (step->kind == TAKE)
    *(long *)state[0] = 0;
  return NULL;
}
static void observe(void *state, const volatile void *address) {
  *(long *)state = *(const volatile long *)address;
}
static const char *const operations[] = {"pass", "pass_with_fourth", "take", NULL};

static const struct mc_primitive gate = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "gate",
    .operations = operations,
    .state_size = sizeof(long),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
};
MC_REGISTER(gate)

static const struct mc_primitive seen_gate = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "seen_gate",
    .operations = operations,
    .state_size = sizeof(long),
    .enabled = enabled,
    .apply = apply,
    .observe = observe,
};
MC_REGISTER(seen_gate)

static long mains, other, token;
static volatile long seen, seen_other; // of seen_gate: no access of these is a step
static const long open = 1, shut = 0;
static bool shuts, is_memory, is_fourth;

static void step(const struct mc_primitive *primitive, int kind, const volatile long *address) {
  static const struct mc_site site = {0};
  struct mc_operation operation = {.primitive = primitive,
                                   .kind = (uint16_t)kind,
                                   .objects = 1,
                                   .object = {mc_object_find(primitive, address)}};
  mc_transition(&operation, &site);
}

static void *nothing(void *arg) { return arg; }

static void *contend(void *arg) {
  const bool is_a = !arg;
  pthread_t thread;
  step(&gate, TAKE, &token);
  if (is_memory)
    *(is_a ? &seen : &seen_other) = 1;
  else if (!is_fourth)
    mc_object_new(&gate, is_a ? &mains : &other, sizeof mains, shuts ? &shut : &open);
  else if (is_a)
    pthread_create(&thread, NULL, nothing, NULL);
  return arg;
}

int main(int argc, char **argv) {
  pthread_t thread[2];
  const char *mode = argc > 1 ? argv[1] : "opens";
  shuts = !strcmp(mode, "shuts");
  is_memory = !strcmp(mode, "memory");
  is_fourth = !strcmp(mode, "fourth");
  mc_object_new(&gate, &mains, sizeof mains, shuts ? &open : &shut);
  mc_object_new(&gate, &other, sizeof other, &open);
  mc_object_new(&gate, &token, sizeof token, &open);
  mc_object_new(&seen_gate, &seen, 0, &shut);
  pthread_create(&thread[0], NULL, contend, NULL);
  pthread_create(&thread[1], NULL, contend, thread);
  if (is_memory)
    step(&seen_gate, PASS, &seen);
  else
    step(&gate, is_fourth ? PASS_WITH_FOURTH : PASS, &mains);
}
