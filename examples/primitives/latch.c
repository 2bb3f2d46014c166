// examples/primitives/latch.c - a latch: std::latch of C++20.
//
//   init        sets the count
//   count_down  takes 1 from it
//   wait        enabled once it is 0; a misuse if it is less
//   try_wait    yes: once it is 0; no: before
//
// That the latch was counted down too often is told by whoever waits for it then, and not by a
// count_down: which of them is one too many is up to their order, which shall not matter. So N
// threads that count down are one class.
#include <mcmini/primitive.h>
#include <stdio.h>

enum { INIT, COUNT_DOWN, WAIT, TRY_WAIT };
static const char *const operations[] = {"init", "count_down", "wait", "try_wait", NULL};
enum { YES, NO };

struct latch {
  int64_t count;
};

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TRY_WAIT ? 2 : 1;
}

static bool waits(const struct mc_operation *op) { return op->kind >= WAIT; }

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct latch *l = state[0];
  return !waits(op) || (l->count <= 0) == (op->alternative == YES);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct latch *l = state[0];
  if (waits(op) && l->count < 0)
    return "the latch was counted down too often";
  if (op->kind == INIT)
    l->count = (int64_t)op->argument[0];
  else if (op->kind == COUNT_DOWN)
    l->count--;
  *result = op->kind == TRY_WAIT && op->alternative == YES;
  return NULL;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->kind == INIT || (a->kind == COUNT_DOWN && waits(b));
}

static const char *alternative_name(const struct mc_operation *op) {
  return op->kind != TRY_WAIT ? NULL : op->alternative == YES ? "yes" : "no";
}

static void print(const void *state, char *text, size_t size) {
  snprintf(text, size, "count %ld", (long)((const struct latch *)state)->count);
}

const struct mc_primitive mc_primitive_latch = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "latch",
    .operations = operations,
    .state_size = sizeof(struct latch),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .alternative_name = alternative_name,
    .print = print,
};
MC_REGISTER(mc_primitive_latch)
