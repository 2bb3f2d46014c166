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
#include "builtin.h"
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

static bool writes(const struct mc_operation *op) {
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

/// Does that value of its variable end the loop that awaits it?
static bool ends_loop(const struct mc_operation *op, uint64_t value, uint64_t size) {
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
         ends_loop(op, value, v->size);
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
  if (!writes(op))
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
  extern const struct mc_primitive mc_primitive_variable;
  return op->primitive == &mc_primitive_variable && writes(op);
}

static bool contains(const mc_object list[], unsigned count, mc_object object) {
  for (unsigned i = 0; i < count; i++)
    if (list[i] == object)
      return true;
  return false;
}

/// Both may be known to overlap a third object that they have no byte of in common.
static bool is_disjoint(const struct mc_operation *a, const struct mc_operation *b) {
  return a->primitive == b->primitive && a->objects + b->objects > 2 &&
         !contains(a->object, a->objects, b->object[0]) &&
         !contains(b->object, b->objects, a->object[0]);
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if ((!is_write_of_ours(a) && !is_write_of_ours(b)) || is_disjoint(a, b))
    return false;
  return !is_write_of_ours(a) || !is_write_of_ours(b) || !family(a) || family(a) != family(b);
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
    .alternative_name = alternative_name,
    .print = print,
    .observe = observe,
    .value = value,
    .traits = 1u << MC_OF_VARIABLES,
};

//===- The objects of a range of memory -------------------------------------------------------===//

// Open addressing, a slot for each aligned 8-byte word that an object touches. Never emptied: every
// trace begins with the trunk's memory. Of an object of more than 64 bytes
// others overlap the first 64 only.
enum { SLOTS = 65536, WORD = 8, LARGEST = 64, TOGETHER = 64 };

static struct slot {
  uintptr_t address;
  uint32_t size; // 0: empty
  mc_object object;
} slots[SLOTS];
static uint32_t used;

/// Neighbours are kept together: each page that is written is put back after a trace.
static uint32_t hash(uintptr_t word) {
  return (uint32_t)(((uint64_t)(word / TOGETHER) * 0x9e3779b97f4a7c15ull >> 48) * TOGETHER +
                    word % TOGETHER) %
         SLOTS;
}

static uintptr_t last_word(uintptr_t address, uint32_t size) {
  return (address + (size < LARGEST ? size : LARGEST) - 1) / WORD;
}

static void enter(uintptr_t address, uint32_t size, mc_object object) {
  for (uintptr_t word = address / WORD; word <= last_word(address, size); word++) {
    if (used == SLOTS - 1) {
      mc_warn(MC_WARN_MANY_ATOMICS, NULL);
      return;
    }
    uint32_t i = hash(word);
    while (slots[i].size)
      i = (i + 1) % SLOTS;
    slots[i] = (struct slot){address, size, object};
    used++;
  }
}

/// Is it in a slot for `word`, and not there because it collided?
static bool overlaps(const struct slot *s, uintptr_t address, uint32_t size) {
  return s->address < address + size && address < s->address + s->size;
}

/// Fills in `variable`: first what lies exactly there, or MC_NO_OBJECT, then what overlaps it.
static unsigned find(uintptr_t address, uint32_t size, mc_object variable[], unsigned max) {
  unsigned count = 1;
  variable[0] = MC_NO_OBJECT;
  for (uintptr_t word = address / WORD; word <= last_word(address, size); word++)
    for (uint32_t i = hash(word); slots[i].size; i = (i + 1) % SLOTS) {
      const struct slot *s = &slots[i];
      if (s->address == address && s->size == size)
        variable[0] = s->object;
      else if (count < max && overlaps(s, address, size) && !contains(variable, count, s->object))
        variable[count++] = s->object;
    }
  return count;
}

static mc_object make(uintptr_t address, uint32_t size) {
  const struct mc_variable_state state = {.address = address, .size = size};
  const mc_object variable =
      mc_object_new(&mc_primitive_variable, (const volatile void *)address, 0, &state);
  enter(address, size, variable);
  return variable;
}

// An operation names all that it overlaps, so what is known to overlap is there before any of it is
// used.
static uint32_t overlaps_made;

static void make_overlapping(void) {
  uint64_t address;
  uint32_t size;
  for (; mc_overlapping(overlaps_made, &address, &size); overlaps_made++) {
    mc_object same;
    find(address, size, &same, 1);
    if (same == MC_NO_OBJECT)
      make(address, size);
  }
}

unsigned mc_variables_at(const volatile void *pointer, size_t wanted, mc_object variable[],
                         unsigned max) {
  const uintptr_t address = (uintptr_t)pointer;
  const uint32_t size = wanted == 0 ? 1 : (uint32_t)wanted;
  make_overlapping();
  const unsigned count = find(address, size, variable, max);
  if (variable[0] == MC_NO_OBJECT) {
    variable[0] = make(address, size);
    for (unsigned i = 0; i < count && count > 1; i++) {
      const struct mc_variable_state *v = mc_object_state(variable[i]);
      mc_overlaps(v->address, (uint32_t)v->size);
    }
  }
  return count;
}

//===- Hooks ----------------------------------------------------------------------------------===//

/// Nobody has written to the variable of a function since that has begun.
static bool is_uninitialised(const volatile void *address, uint32_t size) {
  return (size == sizeof(uint64_t) && *(const volatile uint64_t *)address == MC_NEVER_WRITTEN) ||
         (size == sizeof(uint32_t) &&
          *(const volatile uint32_t *)address == (uint32_t)MC_NEVER_WRITTEN);
}

/// Of the calling thread, which is being checked; the values as they are in operations. False: a
/// loop awaits the operation, and goes on.
static bool announce(const struct mc_site *site, volatile void *address, uint32_t size,
                     uint32_t access, uint64_t operand, uint64_t expected) {
  struct mc_operation op = {.primitive = &mc_primitive_variable,
                            .kind = MC_ACCESS_KIND(access),
                            .argument = {access | (uint64_t)size << 16, operand, expected}};
  mc_variable_may_be_taken(site, address, writes(&op));
  (void)*(volatile char *)address; // a wild pointer is the program's fault, here and not below
  op.objects = (uint8_t)mc_variables_at(address, size, op.object, MC_MAX_OPERATION_OBJECTS);
  mc_object_is_there(op.object[0], address);
  if (access & MC_ACCESS_RESULT_UNUSED && mc_race_orders_modifications())
    op.argument[0] &= ~(uint64_t)MC_ACCESS_RESULT_UNUSED;
  const uint64_t seen = mc_transition(&op, site);
  if (op.kind >= MC_ATOMIC_LOAD && op.kind != MC_ATOMIC_STORE) // of what a library has stored
    mc_race_invisible(address, MC_ATOMIC_LOAD | (access & MC_ACCESS_ORDERS));
  mc_race_access(site, address, size, writes(&op), op.kind > MC_ACCESS_WRITE);
  if (op.kind >= MC_ATOMIC_LOAD && op.kind != MC_ATOMIC_STORE && is_uninitialised(address, size))
    mc_misuse("an atomic variable is read that nobody has initialised", op.object[0], site);
  return !(op.flags & MC_AWAITS) || ends_loop(&op, seen, size);
}

void mc_variable_step(const struct mc_site *site, volatile void *address, uint32_t size,
                      uint32_t kind) {
  struct mc_operation op = {.primitive = &mc_primitive_variable,
                            .kind = (uint16_t)kind,
                            .argument = {kind | MC_ACCESS_OF_UNKNOWN_VALUE | (uint64_t)size << 16}};
  op.objects = (uint8_t)mc_variables_at(address, size, op.object, MC_MAX_OPERATION_OBJECTS);
  mc_transition(&op, site);
}

/// `hook`: the frame of the function that the program has called.
static bool is_left_out(const struct mc_site *site, volatile void *address, uint32_t access,
                        uint64_t operand, const void *const *hook) {
  enum { SAVED = 2 }; // words: the frame pointer, the return address
  if (access & MC_ACCESS_PLAIN || !mc_site_invisible(site) ||
      (mc_site_counts_references(site) &&
       mc_reference_count(address, access, operand, hook + SAVED)))
    return false;
  if (mc_site_counts_references(site))
    mc_race_reference_count(address, access);
  else
    mc_race_invisible(address, access);
  __mcmini_awaited();
  return true;
}

// Behind a last call: so that it is a call, and a stack has the hook's frame.
#define STAY __asm__ volatile("")

void __mcmini_access(const struct mc_site *site, volatile void *address, uint32_t size,
                     uint32_t access, uint64_t operand, uint64_t expected) {
  if (!mc_checking() || is_left_out(site, address, access, operand, __builtin_frame_address(0)))
    return;
  if (mc_attempt_is_made())
    return;
  const bool is_look =
      MC_ACCESS_KIND(access) == MC_ATOMIC_LOAD && mc_attempt_at_look(&access, &operand, &expected);
  if (size > 8 && MC_ACCESS_KIND(access) == MC_ACCESS_WRITE)
    access |= MC_ACCESS_OF_UNKNOWN_VALUE;
  const bool has_ended =
      announce(site, address, size, access & ~(uint32_t)MC_ACCESS_PLAIN, operand, expected);
  if (is_look)
    mc_attempt_made(has_ended, site);
  STAY;
}

void mc_count_reference(const struct mc_site *site, volatile int *count, int change,
                        const void *stack) {
  const uint32_t access =
      MC_ATOMIC_ADD | __ATOMIC_ACQ_REL << 8 | (change > 0 ? MC_ACCESS_RESULT_UNUSED : 0);
  if (!mc_checking())
    return;
  mc_note_reference_count(count);
  if (mc_reference_count(count, access, (uint32_t)change, stack))
    announce(site, count, sizeof *count, access, (uint32_t)change, 0);
  else
    mc_race_reference_count(count, access);
}

void __mcmini_wide_access(const struct mc_site *site, volatile void *address, uint32_t size,
                          uint32_t access, const void *operand, const void *expected) {
  if (!mc_checking() || is_left_out(site, address, access, 0, __builtin_frame_address(0)))
    return;
  announce(site, address, size, access, operand ? mc_wide_number(operand, size) : 0,
           expected ? mc_wide_number(expected, size) : 0);
  STAY;
}

void __mcmini_initialised(const struct mc_site *site, volatile void *address, uint32_t size) {
  if (mc_checking() && is_uninitialised(address, size))
    mc_misuse("an atomic variable is read that nobody has initialised", MC_NO_OBJECT, site);
}

void __mcmini_fence(const struct mc_site *site, uint32_t order) {
  (void)site;
  mc_race_fence(order);
}
