// examples/primitives/channel.c - a bounded channel with close, as in Go. Without an init it is
// closed.
//
//   init         misuse: a capacity that is not 1 to 16
//   send         enabled while there is room, or closed, which is a misuse
//   try_send     ok: as send; full: while there is none
//   receive      ok: while it holds a value; closed: while it is closed and empty
//   try_receive  the same; empty: while it is open and empty
//   close        misuse if it is closed
#include <mcmini/primitive.h>
#include <stdio.h>
#include <string.h>

enum { INIT, SEND, TRY_SEND, RECEIVE, TRY_RECEIVE, CLOSE };
static const char *const operations[] = {"init",        "send",  "try_send", "receive",
                                         "try_receive", "close", NULL};
enum { OK, FULL, CLOSED = FULL, EMPTY };
enum { MOST = 16 };

struct channel {
  uint32_t capacity, count; // no capacity: closed
  uint32_t value[MOST];     // [count], the next one to be received first; the rest is 0
};

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return op->kind == TRY_RECEIVE ? 3 : op->kind == TRY_SEND || op->kind == RECEIVE ? 2 : 1;
}

static bool sends(const struct mc_operation *op) {
  return op->kind == SEND || op->kind == TRY_SEND;
}

static bool receives(const struct mc_operation *op) {
  return op->kind == RECEIVE || op->kind == TRY_RECEIVE;
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct channel *c = state[0];
  if (sends(op)) // into a closed one: to be reported
    return (c->count < c->capacity || c->capacity == 0) == (op->alternative == OK);
  if (receives(op) && c->count > 0)
    return op->alternative == OK;
  return !receives(op) || op->alternative == (c->capacity == 0 ? CLOSED : EMPTY);
}

static uint64_t take_first(struct channel *c) {
  const uint32_t first = c->value[0];
  memmove(c->value, c->value + 1, sizeof c->value - sizeof *c->value);
  c->value[MOST - 1] = 0;
  c->count--;
  return first;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct channel *c = state[0];
  if (op->kind == INIT) {
    if (op->argument[0] < 1 || op->argument[0] > MOST)
      return "a channel holds 1 to 16 values";
    *c = (struct channel){.capacity = (uint32_t)op->argument[0]};
  } else if (op->kind == CLOSE || sends(op)) {
    if (c->capacity == 0)
      return op->kind == CLOSE ? "close of a closed channel" : "send into a closed channel";
    if (op->kind == CLOSE)
      c->capacity = 0;
    else if (op->alternative == OK)
      c->value[c->count++] = (uint32_t)op->argument[0];
    *result = op->alternative == OK;
  } else {
    *result = op->alternative == OK ? take_first(c) : -(uint64_t)op->alternative;
  }
  return NULL;
}

/// What fails looks, and changes nothing.
static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  return a->alternative == OK || b->alternative == OK;
}

static const char *alternative_name(const struct mc_operation *op) {
  if (op->kind != TRY_SEND && !receives(op))
    return NULL;
  if (op->alternative == OK)
    return "ok";
  return op->alternative == EMPTY ? "empty" : op->kind == TRY_SEND ? "full" : "closed";
}

static void print(const void *state, char *text, size_t size) {
  const struct channel *c = state;
  snprintf(text, size, "%s, %u values", c->capacity ? "open" : "closed", c->count);
}

const struct mc_primitive mc_primitive_channel = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "channel",
    .operations = operations,
    .state_size = sizeof(struct channel),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .alternative_name = alternative_name,
    .print = print,
};
MC_REGISTER(mc_primitive_channel)
