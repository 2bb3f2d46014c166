// A counter: add returns the value before; take is ok or empty, whichever the state says; move takes
// from one counter and adds to another.
#include <mcmini/primitive.h>
#include <stdio.h>

struct counter {
  int64_t value;
};
enum { ADD, TAKE, MOVE, GET };
static const char *const operations[] = {"add", "take", "move", "get", NULL};
static const uint8_t objects[] = {1, 1, 2, 1};
enum { OK, EMPTY };

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TAKE ? 2 : 1;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct counter *c = state[0];
  return op->kind != TAKE || (c->value > 0) == (op->alternative == OK);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct counter *c = state[0];
  *result = (uint64_t)c->value;
  if (op->kind == ADD)
    c->value += (int)op->argument[0] * (op->argument[1] ? -1 : 1);
  else if (op->kind == TAKE && op->alternative == OK)
    c->value--;
  else if (op->kind == MOVE) {
    c->value--;
    ((struct counter *)state[1])->value++;
  }
  return NULL;
}

static const char *alternative_name(const struct mc_operation *op) {
  return op->kind == TAKE ? op->alternative == OK ? "ok" : "empty" : NULL;
}

static void print(const void *state, char *text, size_t size) {
  snprintf(text, size, "%ld", (long)((const struct counter *)state)->value);
}

static const struct counter ten = {10};
static const struct mc_primitive counter = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "counter",
    .operations = operations,
    .state_size = sizeof(struct counter),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .alternative_name = alternative_name,
    .print = print,
    .initial = &ten,
    .objects = objects,
};
MC_REGISTER(counter)
