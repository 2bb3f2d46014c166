// primitives.c - a mutex, a semaphore with two dependence relations, a variable; see primitives.h.
#include "primitives.h"

//===- Mutex ----------------------------------------------------------------------------------===//

static bool mutex_enabled(const struct mc_operation *op, const void *const state[]) {
  return op->kind == UNLOCK || *(const int *)state[0] == 0;
}

static const char *mutex_apply(const struct mc_operation *op, void *const state[],
                               uint64_t *result) {
  (void)result;
  *(int *)state[0] = op->kind == LOCK ? op->thread + 1 : 0;
  return NULL;
}

static bool mutex_coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  return a->kind == LOCK && b->kind == LOCK; // one thread at a time can unlock
}

static bool mutex_may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  return step->kind == LOCK && other->kind == LOCK;
}

const struct mc_primitive abstract_mutex = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "mutex",
    .operations = (const char *const[]){"lock", "unlock", NULL},
    .state_size = sizeof(int),
    .enabled = mutex_enabled,
    .apply = mutex_apply,
    .coenabled = mutex_coenabled,
    .may_disable = mutex_may_disable,
};

//===- Semaphore ------------------------------------------------------------------------------===//

struct semaphore {
  int posts, waits;
};

static bool semaphore_enabled(const struct mc_operation *op, const void *const state[]) {
  const struct semaphore *s = state[0];
  return op->kind == POST || (int)op->argument[0] + s->posts > s->waits;
}

static const char *semaphore_apply(const struct mc_operation *op, void *const state[],
                                   uint64_t *result) {
  struct semaphore *s = state[0];
  (void)result;
  if (op->kind == POST)
    s->posts++;
  else
    s->waits++;
  return NULL;
}

static bool semaphore_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->kind != POST || b->kind != POST;
}

static bool semaphore_may_disable(const struct mc_operation *step,
                                  const struct mc_operation *other) {
  return step->kind == WAIT && other->kind == WAIT;
}

const struct mc_primitive abstract_semaphore = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "semaphore",
    .operations = (const char *const[]){"wait", "post", NULL},
    .state_size = sizeof(struct semaphore),
    .enabled = semaphore_enabled,
    .apply = semaphore_apply,
    .dependent = semaphore_dependent,
    .may_disable = semaphore_may_disable,
};

static unsigned numbered_universe(const struct mc_operation *op, unsigned n) {
  (void)op;
  return n;
}

static bool numbered_enabled(const struct mc_operation *op, const void *const state[]) {
  const struct semaphore *s = state[0];
  return op->alternative == (op->kind == POST ? s->posts : s->waits) &&
         semaphore_enabled(op, state);
}

static bool numbered_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->kind == b->kind)
    return true;
  const struct mc_operation *post = a->kind == POST ? a : b, *wait = a->kind == POST ? b : a;
  return wait->alternative == post->alternative + post->argument[0];
}

/// The next of the same kind gets another number.
static bool numbered_may_disable(const struct mc_operation *step,
                                 const struct mc_operation *other) {
  return step->kind == other->kind;
}

const struct mc_primitive abstract_numbered_semaphore = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "numbered semaphore",
    .operations = (const char *const[]){"wait", "post", NULL},
    .state_size = sizeof(struct semaphore),
    .universe = numbered_universe,
    .enabled = numbered_enabled,
    .apply = semaphore_apply,
    .dependent = numbered_dependent,
    .may_disable = numbered_may_disable,
};

//===- Variable -------------------------------------------------------------------------------===//

static unsigned variable_universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == COMPARE_EXCHANGE ? 2 : 1;
}

static bool variable_enabled(const struct mc_operation *op, const void *const state[]) {
  return op->kind != COMPARE_EXCHANGE ||
         (*(const uint64_t *)state[0] == op->argument[1]) == (op->alternative == 0);
}

static bool writes(const struct mc_operation *op) {
  return op->kind != READ && op->alternative == 0;
}

static const char *variable_apply(const struct mc_operation *op, void *const state[],
                                  uint64_t *result) {
  uint64_t *value = state[0];
  *result = *value;
  if (writes(op))
    *value = op->argument[0];
  return NULL;
}

static bool variable_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return writes(a) || writes(b);
}

static bool variable_may_disable(const struct mc_operation *step,
                                 const struct mc_operation *other) {
  return writes(step) && other->kind == COMPARE_EXCHANGE;
}

const struct mc_primitive abstract_variable = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "variable",
    .operations = (const char *const[]){"read", "write", "compare-exchange", NULL},
    .state_size = sizeof(uint64_t),
    .universe = variable_universe,
    .enabled = variable_enabled,
    .apply = variable_apply,
    .dependent = variable_dependent,
    .may_disable = variable_may_disable,
};
