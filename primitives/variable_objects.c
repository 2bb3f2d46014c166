// primitives/variable_objects.c - the objects that a range of memory has: the one of exactly these
// bytes, and those that overlap it.
//
// Open addressing, a slot for each aligned 8-byte word that an object touches. Never emptied: every
// trace begins with the trunk's memory. Of an object of more than 64 bytes others overlap the first
// 64 only.
#include "library_locks.h"
#include "variable.h"

enum { SLOTS = 65536, WORD = 8, LARGEST = 64, TOGETHER = 64 };

static struct slot {
  uintptr_t address;
  uint32_t size; // 0: empty
  mc_object object;
} slots[SLOTS] MC_PER_TRACE_TABLE;
static uint32_t used MC_PER_TRACE;

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
      else if (count < max && overlaps(s, address, size) &&
               !mc_is_among(variable, count, s->object))
        variable[count++] = s->object;
    }
  return count;
}

bool mc_variable_is_at(const volatile void *address) {
  for (uint32_t i = hash((uintptr_t)address / WORD); slots[i].size; i = (i + 1) % SLOTS)
    if (slots[i].address == (uintptr_t)address)
      return true;
  return false;
}

static mc_object make(uintptr_t address, uint32_t size) {
  if (mc_lock_is_at(address))
    mc_end_at_lock();
  const struct mc_variable_state state = {.address = address, .size = size};
  const mc_object variable =
      mc_object_new(&mc_primitive_variable, (const volatile void *)address, 0, &state);
  enter(address, size, variable);
  return variable;
}

// An operation names all that it overlaps, so what is known to overlap is there before any of it is
// used.
static uint32_t overlaps_made MC_PER_TRACE;

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
