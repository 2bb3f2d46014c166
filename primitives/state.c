// primitives/state.c - what the kernel and libc keep for all threads, as objects.
//
// The operations are the calls of libc's functions, and system calls. A call is announced before it
// is made, so that its effect comes where the schedule has it. It has a use for each of its states:
//
//   read   looks at it
//   write  changes it
//   add    changes it in a way that commutes: one more name in a folder, one number less in use
//   pass   needs it to be there, and does not care what is added: a folder on the way to a file
//
// Reads commute, adds do, and pass with all but write. What is kept there is not modelled: the state
// is a version, which lies in the program's memory and counts the calls that have changed
// something. It is for the reports, and tells a thread that polls from one that goes on.
//
// Argument 0: the uses, two bits for each object. Argument 1: what the threads do around such calls
// is ordered by them. Argument 2 tells calls of one place apart: a thread that makes other ones does
// not poll. The first object is one that the call changes, if there is any.
//
// Where no two threads use one state in ways that depend on each other, in any trace, the calls are
// no steps (runtime/schedule/order.c).
#define _GNU_SOURCE
#include "state.h"
#include <string.h>
#include <unistd.h>

static const char *const operations[] = {
#define MC_STATE_CALL(type, function, ...) #function,
#include "state_calls.def"
#undef MC_STATE_CALL
#define MC_FILE_CALL(function, ...) #function,
#define MC_FILE_FUNCTION(...)
#include "file_calls.def"
#undef MC_FILE_CALL
#undef MC_FILE_FUNCTION
    "stream",           "sem_open", "sem_unlink",        "mq_open",    "mq_unlink",      "limit",
    "thread-attribute", "load",     "next-exit-handler", "annotation", "temporary-name", "map-file",
    "destructors",      "look-up",  NULL};

struct state {
  uint64_t version;
};

static uint64_t version[MC_ORDER_SLOTS] MC_PER_TRACE_TABLE;

static enum mc_use use_of(const struct mc_operation *op, mc_object object) {
  for (unsigned i = 0; i < op->objects; i++)
    if (op->object[i] == object)
      return op->argument[0] >> 2 * i & 3;
  return MC_USE_PASS;
}

static bool dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (a->primitive != b->primitive)
    return false;
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned k = 0; k < b->objects; k++)
      if (a->object[i] == b->object[k] &&
          mc_uses_conflict(use_of(a, a->object[i]), use_of(b, b->object[k])))
        return true;
  return false;
}

/// All are always enabled.
static bool may_disable(const struct mc_operation *step, const struct mc_operation *other) {
  (void)step, (void)other;
  return false;
}

static const char *apply(const struct mc_operation *op, void *const state[], uint64_t *result) {
  (void)state;
  *result = op->argument[2];
  return NULL;
}

static void observe(void *state, const volatile void *address) {
  ((struct state *)state)->version = version[(uintptr_t)address >> 3 & (MC_ORDER_SLOTS - 1)];
}

static bool value(const void *state, uint64_t *out) {
  *out = ((const struct state *)state)->version;
  return true;
}

/// Messages: what is written, and what is added, which those do not see that add or pass.
enum { WRITTEN = 1, ADDED = 2 };

static uint64_t releases(const struct mc_operation *op, unsigned i) {
  static const uint64_t of[] = {[MC_USE_ADD] = ADDED, [MC_USE_WRITE] = WRITTEN};
  return op->argument[1] ? of[op->argument[0] >> 2 * i & 3] : 0;
}

static uint64_t acquires(const struct mc_operation *op, unsigned i) {
  static const uint64_t of[] = {[MC_USE_READ] = WRITTEN | ADDED,
                                [MC_USE_ADD] = WRITTEN,
                                [MC_USE_PASS] = WRITTEN,
                                [MC_USE_WRITE] = WRITTEN | ADDED};
  return op->argument[1] ? of[op->argument[0] >> 2 * i & 3] : 0;
}

const struct mc_primitive mc_primitive_state = {
    .version = MC_PRIMITIVE_VERSION,
    .name = "state",
    .operations = operations,
    .state_size = sizeof(struct state),
    .apply = apply,
    .dependent = dependent,
    .may_disable = may_disable,
    .observe = observe,
    .value = value,
    .releases = releases,
    .acquires = acquires,
    .traits = 1u << MC_OF_CALLS,
};

//===- Uses -----------------------------------------------------------------------------------===//

uint64_t mc_state_name(uint64_t kind, uint64_t a, uint64_t b) {
  uint64_t h = kind * 0x9e3779b97f4a7c15ull + a;
  h = (h ^ h >> 31) * 0xbf58476d1ce4e5b9ull + b;
  h = (h ^ h >> 29) * 0x94d049bb133111ebull;
  return h ^ h >> 32;
}

uint32_t mc_state_slot(uint64_t name) {
  return MC_STATES + (uint32_t)(name % (MC_ORDER_SLOTS - MC_STATES));
}

void mc_state_use(struct mc_uses *uses, uint32_t slot, enum mc_use use) {
  for (unsigned i = 0; i < uses->count; i++)
    if (uses->slot[i] == slot) {
      if (uses->use[i] == MC_USE_PASS)
        uses->use[i] = use;
      else if (use != MC_USE_PASS && uses->use[i] != use)
        uses->use[i] = MC_USE_WRITE;
      return;
    }
  if (uses->count == MC_MAX_OPERATION_OBJECTS)
    __builtin_trap();
  uses->slot[uses->count] = slot;
  uses->use[uses->count++] = use;
}

//===- Around a call --------------------------------------------------------------------------===//

static __thread unsigned inside;

bool mc_state_is_inside(void) { return inside; }

static mc_object object_at(uint32_t slot) {
  const uint64_t no_address = (uint64_t)1 << 61;
  const volatile void *address = (const volatile void *)(no_address | (uint64_t)slot << 3);
  const mc_object o = mc_object_find(&mc_primitive_state, address);
  const struct state state = {version[slot]};
  return o == MC_NO_OBJECT ? mc_object_new(&mc_primitive_state, address, 0, &state) : o;
}

static unsigned main_use(const struct mc_uses *uses) {
  for (unsigned i = 0; i < uses->count; i++)
    if (uses->use[i] == MC_USE_WRITE || uses->use[i] == MC_USE_ADD)
      return i;
  return 0;
}

#ifdef MC_MUTANTS
static __thread bool is_lost;

void mc_state_fault(const char *function) {
  static const char wanted[] = "MC_MUTANT=lost:"; // getenv is one of them
  is_lost = false;
  for (char **v = environ; v && *v; v++)
    is_lost |= !strncmp(*v, wanted, sizeof wanted - 1) && !strcmp(*v + sizeof wanted - 1, function);
}

bool mc_state_is_lost(void) { return is_lost; }

static bool takes_fault(void) {
  const bool was = is_lost;
  is_lost = false;
  return was;
}
#else
static bool takes_fault(void) { return false; }
#endif

bool mc_state_begin(const struct mc_uses *uses, unsigned kind, const struct mc_site *site) {
  if (inside++)
    return false;
  if (takes_fault())
    return true;
  for (unsigned i = 0; i < uses->count; i++)
    mc_order_note(uses->slot[i], uses->use[i]);
  if (!(mc_order() & MC_ORDER_CALLS) || uses->count == 0)
    return true;
  struct mc_operation op = {.primitive = &mc_primitive_state,
                            .kind = (uint16_t)kind,
                            .objects = uses->count,
                            .flags = MC_ELSEWHERE,
                            .argument = {0, uses->synchronizes, uses->call}};
  const unsigned first = main_use(uses);
  for (unsigned i = 0; i < uses->count; i++) {
    const unsigned from = i == 0 ? first : i == first ? 0 : i;
    op.object[i] = object_at(uses->slot[from]);
    op.argument[0] |= (uint64_t)uses->use[from] << 2 * i;
  }
  mc_transition(&op, site);
  return true;
}

void mc_state_end(const struct mc_uses *uses, bool done) {
  if (--inside || !done)
    return;
  for (unsigned i = 0; i < uses->count; i++)
    if (uses->use[i] == MC_USE_WRITE || uses->use[i] == MC_USE_ADD)
      version[uses->slot[i]]++;
}
