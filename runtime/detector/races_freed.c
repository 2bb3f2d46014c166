// runtime/detector/races_freed.c - memory that is given back, and what thread primitives in it do
// with it.
//
// An operation of a primitive reads the heap memory that its object lies in, and a free writes to
// it. If nothing orders the two, both are transitions. The free of a chunk is one transition, with
// all that is racy in the chunk.
#include "races.h"
#include "reference_counts.h"
#include "dpor/mutant.h"
#include "runtime/events.h"
#include "runtime/base/base.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include <signal.h>
#include <string.h>

/// What the thread frees now is libc's own, which a lock of libc's guards.
static __thread bool libcs_own;

void mc_memory_of_libc(bool is) { libcs_own = is; }

/// The place of a function that frees memory, called at `code`.
static uintptr_t site_of_call(uint64_t code) {
  return __mcmini_user_site ? (uintptr_t)__mcmini_user_site : code | MC_SITE_IS_CODE;
}

/// Appends what lies in that memory to the objects of a step that frees it. If there are too many,
/// the step is made, and another is to follow.
static void name_freed(struct mc_operation *free, const struct mc_site *site, uintptr_t address,
                       size_t size) {
  mc_object variable[MC_MAX_OPERATION_OBJECTS];
  const unsigned count =
      mc_variables_at((const volatile void *)address, size, variable, MC_MAX_OPERATION_OBJECTS);
  if (free->objects + count > MC_MAX_OPERATION_OBJECTS) {
    mc_event_makes(free, site);
    free->objects = 0;
  }
  memcpy(free->object + free->objects, variable, count * sizeof *variable);
  free->objects += (uint8_t)count;
}

/// A step that takes memory away; its objects are yet to be named.
static struct mc_operation taking(bool is_write) {
  const uint32_t kind = is_write ? MC_ACCESS_WRITE : MC_ACCESS_READ;
  return (struct mc_operation){.primitive = mc_primitive_of[MC_OF_VARIABLES],
                               .kind = (uint16_t)kind,
                               .flags = MC_ADDRESS_ONLY,
                               .argument = {kind | MC_ACCESS_OF_UNKNOWN_VALUE}};
}

/// Names as objects what is racy in the memory, word by word.
static void name_racy(struct mc_operation *free, const struct mc_site *site, uintptr_t address,
                      uint64_t size) {
  const uintptr_t end = address + size;
  for (uintptr_t at = address, next; at < end; at = next) {
    const uintptr_t racy = mc_races_visible(mc_races, at, end - at);
    if (racy >= end)
      return;
    next = mc_next_word(racy);
    if (at < next - MC_RACY_WORD)
      at = next - MC_RACY_WORD;
    name_freed(free, site, at, (end < next ? end : next) - at);
  }
}

void mc_races_free(const void *memory, uint64_t size, uint64_t code) {
  const struct mc_site *site = (const struct mc_site *)site_of_call(code);
  struct mc_operation free = taking(true);
  if (mc_is_fault("lost", "free") || !mc_plain_epoch || libcs_own ||
      !mc_is_racy((uintptr_t)memory, size))
    return;
  name_racy(&free, site, (uintptr_t)memory, size);
  if (mc_heap_has(memory))
    name_freed(&free, site, (uintptr_t)mc_heap_chunk(memory), 1);
  mc_event_makes(&free, site);
}

static void note_freed(uintptr_t address, uint64_t size) {
  struct mc_freed *f = &mc_freed;
  const uintptr_t start = f->size && f->start < address ? f->start : address;
  const uintptr_t end = f->start + f->size > address + size ? f->start + f->size : address + size;
  if (mc_heap_checked)
    *f = (struct mc_freed){start, f->size ? end - start : size};
}

//===- Memory that faults when it is used -----------------------------------------------------===//

// Pages that were taken away may be many, so this is kept as no access. A thread that comes too
// late faults, and so ends the trace. If another thread has taken the page, that is how the race is
// known.

/// The pages that this trace has taken away.
static struct {
  uintptr_t start, end;
  mc_thread by;
} taken[256] MC_PER_TRACE_TABLE;
static unsigned takings MC_PER_TRACE;

static void note_taken(uintptr_t address, uint64_t size) {
  const unsigned most = sizeof taken / sizeof *taken;
  taken[takings % most].start = address;
  taken[takings % most].end = address + size;
  taken[takings++ % most].by = mc_self_;
}

static bool is_taken_by_others(uintptr_t address) {
  const unsigned most = sizeof taken / sizeof *taken;
  bool is = takings > most; // not all are known
  for (unsigned i = 0; i < takings && i < most && !is; i++)
    is = taken[i].by != mc_self_ && address - taken[i].start < taken[i].end - taken[i].start;
  return is;
}

void mc_races_fault(uintptr_t address) {
  const struct mc_config *c = &mc_session->config;
  if (mc_mode != MC_MODE_WORKER || !mc_plain_epoch || c->races != MC_RACES_EXPLORE ||
      c->replaying || !is_taken_by_others(address) || mc_is_racy(address, 1))
    return;
  const bool opened = mc_memory_open();
  mc_make_racy(address & ~(uint64_t)(MC_RACY_WORD - 1), MC_RACY_WORD);
  if (opened)
    mc_memory_close();
}

void mc_races_may_fault(uintptr_t address) {
  if (takings && is_taken_by_others(address) && mc_signal_goes_to_program(SIGSEGV))
    mc_races_fault(address);
}

/// The step of a thread that comes too late.
static void use_in_vain(const struct mc_site *site, uintptr_t address, bool is_write) {
  struct mc_operation use = taking(is_write);
  name_freed(&use, site, address, 1);
  if (!mc_is_readable(address & ~(uintptr_t)15))
    mc_objects_are_gone(address & ~(uintptr_t)(MC_RACY_WORD - 1), MC_RACY_WORD);
  mc_event_makes(&use, site);
}

void mc_variable_may_be_taken(const struct mc_site *site, const volatile void *memory,
                              bool is_write) {
  const uintptr_t address = (uintptr_t)memory;
  if (takings && is_taken_by_others(address) && mc_is_racy(address, 1) &&
      !mc_is_readable(address & ~(uintptr_t)15))
    use_in_vain(site, address, is_write);
}

void mc_buffer_faults(const struct mc_site *site, const void *buffer, bool is_write) {
  const uintptr_t address = (uintptr_t)buffer;
  if (mc_checking() && mc_is_racy(address, 1))
    use_in_vain(site, address, is_write);
  else if (mc_checking())
    mc_races_fault(address);
}

static void free_plainly(uintptr_t address, uint64_t size, uintptr_t site) {
  if (libcs_own || mc_is_fault("lost", "free")) {
    mc_races_forget(mc_races, address, size);
    return;
  }
  if (mc_shared->trace.race_watch.is_on && mc_shared->trace.race_watch.site == site)
    mc_race_watch(site, address, size, MC_IS_WRITE); // else it is no use that a lock guards
  mc_races_look(mc_races, mc_plain_epoch, address, size, MC_IS_WRITE, site);
  mc_races_forget(mc_races, address, size);
  if (size < MC_HEAP_LARGE)
    mc_races_access(mc_races, mc_plain_epoch, address, size, MC_IS_WRITE, site);
  else
    note_taken(address, size);
}

void mc_races_freed(const void *memory, uint64_t size, uint64_t code) {
  const uintptr_t address = (uintptr_t)memory;
  if (!mc_plain_epoch)
    return;
  note_freed(address, size);
  if (mc_letting_go_of)
    mc_letting_go_frees(memory);
  const bool ends = mc_borrowed_for && mc_borrowed_to_free(memory);
  free_plainly(address, size, site_of_call(code));
  if (ends)
    mc_borrowed_return();
}

void mc_races_release(const volatile void *memory, uint64_t size, bool is_write,
                      const struct mc_site *site) {
  struct mc_operation release = taking(is_write);
  if (!mc_plain_epoch || !mc_is_racy((uintptr_t)memory, size))
    return;
  name_racy(&release, site, (uintptr_t)memory, size);
  mc_event_makes(&release, site);
}

void mc_races_released(const volatile void *memory, uint64_t size, bool is_write, bool is_new,
                       const struct mc_site *site) {
  if (!mc_plain_epoch)
    return;
  mc_races_look(mc_races, mc_plain_epoch, (uintptr_t)memory, size, is_write ? MC_IS_WRITE : 0,
                (uintptr_t)mc_program_site(site));
  if (is_new)
    mc_races_forget(mc_races, (uintptr_t)memory, size);
  note_taken((uintptr_t)memory, size);
}

void mc_races_freed_twice(const void *memory, uint64_t code) {
  if (mc_plain_epoch) // one byte is enough: each racy word is a transition
    mc_races_look(mc_races, mc_plain_epoch, (uintptr_t)memory, 1, MC_IS_WRITE, site_of_call(code));
}

static bool is_variable(const struct mc_operation *operation, unsigned i) {
  return mc_has_trait(mc_process->model.object[operation->object[i]].primitive, MC_OF_VARIABLES);
}

/// A thread may take this memory away from the others: it is of a heap or a stack, or mapped. It is
/// no module's, nor the name of an object that has no memory.
static bool may_be_taken(uintptr_t address) {
  const uintptr_t lowest = 1 << 16, highest = (uintptr_t)1 << 47;
  return address >= lowest && address < highest &&
         (mc_heap_has((const void *)address) || !mc_is_global(address));
}

/// Where an operation reads such memory, atomically, because its i-th object lies there; 0: it does
/// not. A library uses a futex together with atomics that nobody sees.
static uintptr_t read_for(const struct mc_operation *operation, unsigned i,
                          const struct mc_site *site) {
  const volatile void *memory = mc_memory_of(operation, i);
  const bool is_of_library =
      mc_is_of(MC_OF_FUTEXES, operation) && (uintptr_t)site & MC_SITE_IS_CODE;
  const bool is_read =
      !is_of_library && !is_variable(operation, i) && may_be_taken((uintptr_t)memory);
  return is_read ? (uintptr_t)memory : 0;
}

/// Makes a transition: the thread has come to use what lies there, in that chunk (NULL: in none of
/// ours). A thread that frees a chunk writes to its header in the same step as to the rest, or to
/// the last part of it.
static void touch(const struct mc_chunk *chunk, uintptr_t address, const struct mc_site *site) {
  struct mc_operation read = {.primitive = mc_primitive_of[MC_OF_VARIABLES],
                              .kind = MC_ACCESS_READ,
                              .flags = MC_ADDRESS_ONLY};
  if (chunk)
    read.objects = (uint8_t)mc_variables_at(chunk, 1, read.object, MC_MAX_OPERATION_OBJECTS);
  read.objects +=
      (uint8_t)mc_variables_at((const volatile void *)address, 1, read.object + read.objects,
                               MC_MAX_OPERATION_OBJECTS - read.objects);
  mc_event_makes(&read, site);
}

bool mc_races_touch(const struct mc_operation *operation, const struct mc_site *site) {
  bool is_touched = false;
  if (!mc_plain_epoch || !mc_session->racy_visible)
    return false;
  for (unsigned i = 0; i < operation->objects; i++)
    if (is_variable(operation, i)) // it depends on what is done to that as it is
      return false;
  for (unsigned i = 0; i < operation->objects; i++) {
    struct mc_chunk *broken;
    const uintptr_t address = read_for(operation, i, site);
    if (!address || !mc_is_racy(address, 1))
      continue;
    const bool is_in_heap = mc_heap_has((const void *)address);
    struct mc_chunk *chunk = is_in_heap ? mc_heap_chunk_at((const void *)address, &broken) : NULL;
    if (is_in_heap && !chunk)
      continue;
    const volatile char *const byte = (const volatile char *)address;
    (void)*byte; // faults where the program would,
    touch(chunk, address, site);
    (void)*byte; // also where others have come first
    is_touched = true;
  }
  if (is_touched)
    mc_races_operation(operation, site);
  return is_touched;
}

void mc_races_operation(const struct mc_operation *operation, const struct mc_site *site) {
  for (unsigned i = 0; mc_plain_epoch && i < operation->objects; i++) {
    const uintptr_t address = read_for(operation, i, site);
    if (address)
      mc_race_access(site, (const void *)address, 1, false, true);
  }
}

void mc_races_misused(const struct mc_operation *operation, const struct mc_site *site) {
  if (!mc_plain_epoch)
    return;
  mc_races_operation(operation, site);
  if (!mc_is_of(MC_OF_VARIABLES, operation))
    return;
  const struct mc_variable_state *v = mc_object_state(operation->object[0]);
  mc_race_access(site, (const void *)v->address, v->size, !mc_is_load(operation),
                 operation->kind > MC_ACCESS_WRITE);
}

void mc_races_resized(const void *memory, uint64_t size, uint64_t code) {
  const uintptr_t address = (uintptr_t)memory;
  if (!mc_plain_epoch || libcs_own)
    return;
  note_freed(address, size);
  mc_race_note((const struct mc_site *)site_of_call(code), address, size, MC_IS_WRITE, NULL);
}

void mc_races_allocated(const void *memory, uint64_t size) {
  if (mc_plain_epoch)
    mc_races_forget(mc_races, (uintptr_t)memory, size);
}
