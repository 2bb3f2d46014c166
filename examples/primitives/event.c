// examples/primitives/event.c - an event with manual and with automatic reset. Not set at first.
//
//   set, reset
//   wait            enabled while it is set
//   wait_and_reset  the same, and resets it
//   is_set          yes: while it is set; no: otherwise
#include <mcmini/primitive.h>
#include <stdio.h>

enum { SET, RESET, WAIT, WAIT_AND_RESET, IS_SET };
static const char *const operations[] = {"set", "reset", "wait", "wait_and_reset", "is_set", NULL};
enum { YES, NO };

struct event {
  uint32_t set;
};

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == IS_SET ? 2 : 1;
}

/// Looks, and changes nothing.
static bool reads(const struct mc_operation *op) { return op->kind == WAIT || op->kind == IS_SET; }

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct event *e = state[0];
  if (op->kind == SET || op->kind == RESET)
    return true;
  return e->set == (op->alternative == YES);
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct event *e = state[0];
  if (!reads(op))
    e->set = op->kind == SET;
  *result = op->kind == IS_SET && op->alternative == YES;
  return NULL;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (reads(a) && reads(b))
    return false;
  return a->kind != b->kind || a->kind == WAIT_AND_RESET; // set and set, reset and reset commute
}

static const char *alternative_name(const struct mc_operation *op) {
  return op->kind != IS_SET ? NULL : op->alternative == YES ? "yes" : "no";
}

static void print(const void *state, char *text, size_t size) {
  snprintf(text, size, ((const struct event *)state)->set ? "set" : "not set");
}

const struct mc_primitive mc_primitive_event = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "event",
    .operations = operations,
    .state_size = sizeof(struct event),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .alternative_name = alternative_name,
    .print = print,
};
MC_REGISTER(mc_primitive_event)
