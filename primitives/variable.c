// primitives/variable.c - memory that is accessed by visible operations: atomics, MC_READ,
// MC_WRITE.
//
// The operations are those of enum mc_access. All are enabled always; a compare-exchange has the
// alternatives ok and no. Two accesses of overlapping memory are independent if both only read; a
// failed compare-exchange reads. Fences touch no object, and memory orders change nothing:
// execution is sequentially consistent.
//
// Read-modify-writes of one kind, as additions, whose results are not used are independent.
//
// One that a loop awaits is enabled where it ends the loop, or changes something. A load in front
// of it that only looks whether it is worth a try is made with it.
//
// The values of more than 8 bytes are numbers that stand for them (wide.h).
//
// Arguments: [0] access, with its memory orders, | size << 16 | enum mc_until << 56, [1] operand,
// or mask of an awaited load, [2] expected value, or what an awaited one is compared with. Objects:
// exactly the bytes that are accessed, then other objects that overlap them.
#include "variable.h"
#include "wide.h"
#include <stdio.h>
#include <string.h>

static const char *const operations[] = {
    [MC_ACCESS_READ] = "read",
    [MC_ACCESS_WRITE] = "write",
    [MC_ATOMIC_LOAD] = "load",
    [MC_ATOMIC_STORE] = "store",
    [MC_ATOMIC_EXCHANGE] = "exchange",
    [MC_ATOMIC_ADD] = "add",
    [MC_ATOMIC_SUB] = "sub",
    [MC_ATOMIC_AND] = "and",
    [MC_ATOMIC_NAND] = "nand",
    [MC_ATOMIC_OR] = "or",
    [MC_ATOMIC_XOR] = "xor",
    [MC_ATOMIC_MAX] = "max",
    [MC_ATOMIC_MIN] = "min",
    [MC_ATOMIC_UMAX] = "umax",
    [MC_ATOMIC_UMIN] = "umin",
    [MC_ATOMIC_MODIFY] = "modify",
    [MC_ATOMIC_COMPARE_EXCHANGE] = "compare-exchange",
    NULL,
};
enum { OK, NO }; // alternatives of compare-exchange

static uint64_t mask_of(uint64_t size) {
  return size >= 8 ? UINT64_MAX : ((uint64_t)1 << 8 * size) - 1;
}

static int64_t sign_extended(uint64_t value, uint64_t size) {
  const unsigned unused = size >= 8 ? 0 : 64 - 8 * (unsigned)size;
  return (int64_t)(value << unused) >> unused;
}

static bool is_compare_exchange(const struct mc_operation *op) {
  return op->kind == MC_ATOMIC_COMPARE_EXCHANGE;
}

bool mc_variable_writes(const struct mc_operation *op) {
  return !mc_is_load(op) && !(is_compare_exchange(op) && op->alternative == NO);
}

static unsigned universe(const struct mc_operation *op, unsigned n) {
  (void)n;
  return is_compare_exchange(op) ? 2 : 1;
}

static uint64_t new_value(uint16_t kind, uint64_t old, uint64_t operand, uint64_t size) {
  if (size > 8)
    return mc_wide_modified(kind, old, operand, size);
  const bool is_less = sign_extended(old, size) < sign_extended(operand, size);
  switch (kind) {
  case MC_ATOMIC_ADD:
    return old + operand;
  case MC_ATOMIC_SUB:
    return old - operand;
  case MC_ATOMIC_AND:
    return old & operand;
  case MC_ATOMIC_NAND:
    return ~(old & operand);
  case MC_ATOMIC_OR:
    return old | operand;
  case MC_ATOMIC_XOR:
    return old ^ operand;
  case MC_ATOMIC_MAX:
    return is_less ? operand : old;
  case MC_ATOMIC_MIN:
    return is_less ? old : operand;
  case MC_ATOMIC_UMAX:
    return old < operand ? operand : old;
  case MC_ATOMIC_UMIN:
    return old < operand ? old : operand;
  case MC_ATOMIC_MODIFY: // not known before it has happened
    return old;
  default:
    return operand;
  }
}

static bool fulfils(uint64_t until, uint64_t value, uint64_t operand) {
  const bool is_signed = until & MC_UNTIL_SIGNED;
  const bool is_less = is_signed ? (int64_t)value < (int64_t)operand : value < operand;
  switch (until & ~(uint64_t)MC_UNTIL_SIGNED) {
  case MC_UNTIL_EQUAL:
    return value == operand;
  case MC_UNTIL_UNEQUAL:
    return value != operand;
  case MC_UNTIL_LESS:
    return is_less;
  case MC_UNTIL_AT_MOST:
    return is_less || value == operand;
  case MC_UNTIL_GREATER:
    return !is_less && value != operand;
  default:
    return !is_less;
  }
}

bool mc_variable_ends_loop(const struct mc_operation *op, uint64_t value, uint64_t size) {
  const uint64_t until = op->argument[0] >> MC_UNTIL_SHIFT & ~(uint64_t)MC_UNTIL_MASKED;
  const bool is_masked = mc_is_load(op) || op->argument[0] >> MC_UNTIL_SHIFT & MC_UNTIL_MASKED;
  if (is_compare_exchange(op))
    return op->alternative == OK;
  if (until & MC_UNTIL_SIGNED)
    value = (uint64_t)sign_extended(value, size);
  return fulfils(until, is_masked ? value & op->argument[1] : value, op->argument[2]);
}

/// A load, or a read-modify-write other than a compare-exchange, that a loop awaits.
static bool is_awaited(const struct mc_operation *op, const struct mc_variable_state *v) {
  const uint64_t value = v->value & mask_of(v->size);
  return (!mc_is_load(op) &&
          value != (new_value(op->kind, value, op->argument[1], v->size) & mask_of(v->size))) ||
         mc_variable_ends_loop(op, value, v->size);
}

static bool enabled(const struct mc_operation *op, const void *const state[]) {
  const struct mc_variable_state *v = state[0];
  if (is_compare_exchange(op))
    return (v->value == (op->argument[2] & mask_of(v->size))) == (op->alternative == OK);
  return !(op->flags & MC_AWAITS) || is_awaited(op, v);
}

static void overlay_wide(const struct mc_variable_state *from, struct mc_variable_state *to) {
  unsigned char old[MC_WIDE_MOST], new[MC_WIDE_MOST];
  mc_wide_bytes(from->value, new);
  mc_wide_bytes(to->value, old);
  for (uint64_t i = 0; i < to->size; i++)
    if (to->address + i - from->address < from->size)
      old[i] = new[to->address + i - from->address];
  to->value = mc_wide_number(old, to->size);
}

/// Carries the bytes that `from` shares with `to` over.
static void overlay(const struct mc_variable_state *from, struct mc_variable_state *to) {
  if (from->size > MC_WIDE_MOST || to->size > MC_WIDE_MOST)
    return; // known when it is observed
  if (from->size > 8 || to->size > 8) {
    overlay_wide(from, to);
    return;
  }
  for (uint64_t i = 0; i < to->size; i++) {
    const uint64_t j = to->address + i - from->address;
    if (j >= from->size)
      continue;
    to->value &= ~((uint64_t)0xff << 8 * i);
    to->value |= (from->value >> 8 * j & 0xff) << 8 * i;
  }
}

/// Which read-modify-writes commute with each other: those of the same number.
static unsigned family(const struct mc_operation *op) {
  const bool commutes =
      op->argument[0] & MC_ACCESS_RESULT_UNUSED && op->objects == 1 && !(op->flags & MC_AWAITS);
  switch (commutes ? (enum mc_access)op->kind : MC_ACCESS_READ) {
  case MC_ATOMIC_ADD:
  case MC_ATOMIC_SUB:
    return MC_ATOMIC_ADD;
  case MC_ATOMIC_AND:
  case MC_ATOMIC_OR:
  case MC_ATOMIC_XOR:
  case MC_ATOMIC_MAX:
  case MC_ATOMIC_MIN:
  case MC_ATOMIC_UMAX:
  case MC_ATOMIC_UMIN:
    return op->kind;
  default:
    return 0;
  }
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  struct mc_variable_state *v = state[0];
  if (op->kind != MC_ACCESS_WRITE && op->kind != MC_ATOMIC_STORE && !family(op))
    *result = v->value;
  if (!mc_variable_writes(op))
    return NULL;
  if (op->argument[0] & MC_ACCESS_OF_UNKNOWN_VALUE)
    return NULL;
  const uint64_t mask = mask_of(v->size);
  v->value = new_value(op->kind, v->value, op->argument[1] & mask, v->size) & mask;
  for (unsigned i = 1; i < op->objects; i++)
    overlay(v, state[i]);
  return NULL;
}

/// For an operation of another primitive on this memory (a futex's wait) we answer for our side.
static bool is_write_of_ours(const struct mc_operation *op) {
  return op->primitive == &mc_primitive_variable && mc_variable_writes(op);
}

/// Both may be known to overlap a third object that they have no byte of in common.
static bool is_disjoint(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive == b->primitive && a->objects + b->objects > 2 &&
         !mc_is_among(a->object, a->objects, b->object[0]) &&
         !mc_is_among(b->object, b->objects, a->object[0]);
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if ((!is_write_of_ours(a) && !is_write_of_ours(b)) || is_disjoint(a, b))
    return false;
  return !is_write_of_ours(a) || !is_write_of_ours(b) || !family(a) || family(a) != family(b);
}

/// What nobody awaits is enabled in every state.
static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  (void)step;
  return is_compare_exchange(other) || other->flags & MC_AWAITS;
}

static const char *alternative_name(const struct mc_operation *op) {
  return !is_compare_exchange(op) ? NULL : op->alternative == OK ? "ok" : "no";
}

static void print(const void *state, char *text, size_t size) {
  snprintf(text, size, "%llu",
           (unsigned long long)((const struct mc_variable_state *)state)->value);
}

static void observe(void *state, const volatile void *address) {
  struct mc_variable_state *v = state;
  v->value = 0;
  if (v->size > 8)
    v->value = mc_wide_number(address, v->size);
  else
    memcpy(&v->value, (const void *)address, v->size);
}

static bool value(const void *state, uint64_t *out) {
  *out = ((const struct mc_variable_state *)state)->value;
  return true;
}

const struct mc_primitive mc_primitive_variable = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "variable",
    .operations = operations,
    .state_size = sizeof(struct mc_variable_state),
    .universe = universe,
    .enabled = enabled,
    .apply = apply,
    .dependent = dependent,
    .may_disable = may_disable,
    .alternative_name = alternative_name,
    .print = print,
    .observe = observe,
    .value = value,
};
