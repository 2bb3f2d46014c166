// primitives/variable_hooks.c - the hooks that atomics and other visible accesses of memory lead
// to. Their operations are in variable.c.
#include "variable.h"
#include "wide.h"

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
  mc_variable_may_be_taken(site, address, mc_variable_writes(&op));
  (void)*(volatile char *)address; // a wild pointer is the program's fault, here and not below
  op.objects = (uint8_t)mc_variables_at(address, size, op.object, MC_MAX_OPERATION_OBJECTS);
  mc_object_is_there(op.object[0], address);
  if (access & MC_ACCESS_RESULT_UNUSED && mc_race_orders_modifications())
    op.argument[0] &= ~(uint64_t)MC_ACCESS_RESULT_UNUSED;
  const uint64_t seen = mc_transition(&op, site);
  if (op.kind >= MC_ATOMIC_LOAD && op.kind != MC_ATOMIC_STORE) // of what a library has stored
    mc_race_invisible(address, MC_ATOMIC_LOAD | (access & MC_ACCESS_ORDERS));
  mc_race_access(site, address, size, mc_variable_writes(&op), op.kind > MC_ACCESS_WRITE);
  if (op.kind >= MC_ATOMIC_LOAD && op.kind != MC_ATOMIC_STORE && is_uninitialised(address, size))
    mc_misuse("an atomic variable is read that nobody has initialised", op.object[0], site);
  return !(op.flags & MC_AWAITS) || mc_variable_ends_loop(&op, seen, size);
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
  mc_reach(site);
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
  mc_reach(site);
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
