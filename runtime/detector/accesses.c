// runtime/detector/accesses.c - a plain access of the program's: it is told to the detector of data
// races or, where memory is racy, is a step; and it is looked at for misuse of the heap and of
// stacks.
#include "races.h"
#include "reference_counts.h"
#include "runtime/base/hang.h"
#include "runtime/events.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include "runtime/spinloop/waiting.h"

/// True if no machine makes the access to this part of a word at once, and several of its bytes are
/// racy.
static bool is_torn(uintptr_t address, uint64_t size) {
  const bool is_scalar = (size & (size - 1)) == 0 && address % size == 0;
  unsigned racy = 0;
  for (uint64_t i = 0; i < size && !is_scalar; i++)
    racy += mc_is_racy(address + i, 1);
  return racy > 1;
}

/// Makes transitions of the parts of a range that are visible, one after another, of at most 8
/// bytes.
static void mc_access_visibly(const struct mc_site *site, uintptr_t address, uint64_t size,
                              uint8_t flags, const uint64_t *value) {
  const uint32_t kind = flags & MC_IS_WRITE ? MC_ACCESS_WRITE : MC_ACCESS_READ;
  const uintptr_t end = address + size;
  if (size <= MC_RACY_WORD) {
    if (!value && is_torn(address, size))
      mc_warn(MC_WARN_TORN_RANGE, site);
    __mcmini_access(site, (volatile void *)address, (uint32_t)size,
                    kind | MC_ACCESS_PLAIN |
                        (value || kind == MC_ACCESS_READ ? 0 : MC_ACCESS_OF_UNKNOWN_VALUE),
                    value ? *value : 0, 0);
    return;
  }
  unsigned words = 0;
  for (uintptr_t next; address < end; address = next) {
    next = mc_next_word(address);
    next = end < next ? end : next;
    if (mc_is_racy(address, next - address) && ++words == 2)
      mc_warn(MC_WARN_TORN_RANGE, site);
    if (mc_is_racy(address, next - address))
      mc_access_visibly(site, address, next - address, flags, NULL);
    else
      mc_race_note(site, address, next - address, flags, NULL);
  }
}

/// A range that is not mapped must fault here: that is the program's fault. Below, it would take
/// all of the detector's memory.
static void touch(uintptr_t address, uint64_t size) {
  const uintptr_t end = address + size < address ? UINTPTR_MAX : address + size;
  for (; address < end; address = (address | (MC_CELL_PAGE - 1)) + 1)
    (void)*(volatile const char *)address;
}

bool mc_is_ours(uint64_t address, uint64_t size) {
  const uint64_t last = address + size - 1;
  return address - MC_RACES_ADDRESS < mc_races_bytes() || mc_is_own(address) || mc_is_own(last) ||
         mc_is_runtime_variable(address) || mc_is_runtime_variable(last);
}

/// `is_ordered`: steps have been made for what is racy.
static void mc_access_plainly(const struct mc_site *site, uintptr_t address, uint64_t size,
                              uint8_t flags, const uint64_t *value, bool is_ordered) {
  enum { LARGEST_HOOK = 16 };
  mc_hang("access", mc_mode == MC_MODE_WORKER);
  if (flags & MC_IS_WRITE && mc_is_ours(address, size))
    mc_stray_write(site, address);
  const bool is_racy = mc_is_racy(address, size);
  mc_recognise_plain(address, value && !is_racy ? size : 0, flags & MC_IS_WRITE);
  if (!(flags & MC_IS_WRITE) && mc_has_iterated())
    mc_iteration_read_plainly(address, size);
  if (mc_rules_of_plain && mc_rules_ignore(site, MC_RULE_PLAIN))
    return;
  if (mc_letting_go_of)
    mc_letting_go_accesses(address);
  if (size > MC_CELL_PAGE)
    touch(address, size);
  if (is_racy && !is_ordered) {
    mc_access_visibly(site, address, size, flags, value);
    mc_plain_announced();
    if (!(flags & MC_IS_WRITE) && size >= sizeof(void *))
      mc_racy_pointer(*(void *const *)address);
  } else {
    if (mc_may_be_interrupted(mc_self_) || mc_is_asynchronous(mc_self_))
      mc_handlers_note(address, size, flags & MC_IS_WRITE);
    mc_races_may_fault(address);
    mc_race_note(site, address, size, flags, value);
  }
  const bool may_be_misuse =
      mc_heap_checked && (size > LARGEST_HOOK || mc_heap_may_be_misused(address, size));
  if (may_be_misuse || mc_may_be_on_stack(address))
    mc_event_access(site, address, size, flags & MC_IS_WRITE, may_be_misuse);
}

void mc_plain_access(const struct mc_site *site, uintptr_t address, uint64_t size, uint8_t flags,
                     const uint64_t *value) {
  mc_access_plainly(site, address, size, flags, value, false);
}

void mc_plain_access_behind(const struct mc_site *site, uintptr_t address, uint64_t size,
                            uint8_t flags) {
  const bool is_racy = mc_is_racy(address, size);
  const unsigned ordered = is_racy ? mc_ahead_ordered(site, address, size) : 0;
  if (is_racy && (ordered != 1 || (size <= MC_RACY_WORD && is_torn(address, size))))
    mc_warn(MC_WARN_TORN_RANGE, site);
  mc_access_plainly(site, address, size, flags, NULL, ordered > 0);
  if (ordered)
    mc_plain_done(site, address, size, flags & MC_IS_WRITE ? MC_ACCESS_WRITE : MC_ACCESS_READ);
}
