// examples/primitives/binary_semaphore.c - a semaphore that may only be 0 or 1, as threads use it
// to wait for each other's first steps: a post that would make it 2 is a misuse.
//
//   init      makes it 0 or 1
//   wait      enabled while it is 1
//   try_wait  ok: as wait; busy: while it is 0
//   post      misuse while it is 1
//
// Source: the restricted use in Pirtle, Jovanovic, Cooperman (2023), section 1.
#include <mcmini/primitive.h>
#include <stdio.h>

enum { INIT, WAIT, TRY_WAIT, POST };
static const char *const operations[] = {"init", "wait", "try_wait", "post", NULL};
enum { OK, BUSY };

struct binary_semaphore {
  uint32_t value;
};

static bool is_busy(const struct mc_operation *op) {
  return op->kind == TRY_WAIT && op->alternative == BUSY;
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TRY_WAIT ? 2 : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct binary_semaphore *s = state[0];
  if (op->kind == WAIT || op->kind == TRY_WAIT)
    return (s->value == 1) != is_busy(op);
  return true;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct binary_semaphore *s = state[0];
  if (op->kind == POST && s->value == 1)
    return "post of a binary semaphore that is 1";
  if (op->kind == INIT)
    s->value = op->argument[0] != 0;
  else if (!is_busy(op))
    s->value = op->kind == POST;
  *result = op->kind == TRY_WAIT && !is_busy(op);
  return NULL;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return !is_busy(a) || !is_busy(b);
}

static const char *alternative_name(const struct mc_operation *op) {
  return op->kind != TRY_WAIT ? NULL : is_busy(op) ? "busy" : "ok";
}

static void print(const void *state, char *text, size_t size) {
  snprintf(text, size, "%u", ((const struct binary_semaphore *)state)->value);
}

const struct mc_primitive mc_primitive_binary_semaphore = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "binary_semaphore",
    .operations = operations,
    .state_size = sizeof(struct binary_semaphore),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .alternative_name = alternative_name,
    .print = print,
};
MC_REGISTER(mc_primitive_binary_semaphore)
