// runtime/detector/reference_counts.c - the reference counts of the C++ library: of shared_ptr, of
// what else uses __exchange_and_add, and of exceptions.
//
// In most programs nobody can tell in which order threads change a count, so the changes are no
// transitions. The order shows
// - if one of several threads that use a count looks at it (weak_ptr::lock, expired, use_count),
// - if the last thread, which lets go of the object, does something between the step to 0 and the
//   object's end: it accesses other memory than what it frees and the stack that it takes
//   meanwhile, makes a transition, calls what is not instrumented, or may have looked which thread
//   it is,
// - if a pointer that leads to a count is racy: another thread may let go between the read of the
//   pointer and the use of the count.
// When a trace shows that, the search restarts with reference counts that are transitions. It also
// does so when a race is found that their order may have made or kept away.
#include "races.h"
#include "reference_counts.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include <sys/single_threaded.h>

enum { COUNTS = 4096, MOST_COUNTS = COUNTS / 4 * 3, MOST_FREED = 16 };

/// The counts that this trace has used.
static struct count {
  uintptr_t address; ///< 0: unused
  mc_thread thread;  ///< the first to use it
  bool many, looked;
} counts[COUNTS] MC_PER_TRACE_TABLE;
static unsigned used MC_PER_TRACE;

__thread uint64_t __mcmini_looks_at_itself;

static bool pointer_is_racy MC_PER_TRACE; ///< one that this trace has read, to memory of the heap

uintptr_t mc_letting_go_of MC_PER_TRACE;
static struct {
  uintptr_t chunk[MOST_FREED]; ///< those accessed, which are to be freed
  unsigned chunks;
  uintptr_t stack; ///< what is above was there before
  uint64_t effects, looks;
} end MC_PER_TRACE;

static void order(void) {
  mc_letting_go_of = 0;
  if (mc_mode != MC_MODE_WORKER || mc_counts_are_ordered() || mc_session->config.replaying ||
      mc_session->config.debugging)
    return;
  mc_guard_open();
  mc_session_write();
  mc_session->ordered_counts = 1;
  mc_restart_search();
}

void mc_letting_go_matters(void) { order(); }

static struct count *count_at(uintptr_t address) {
  for (uintptr_t i = address / 4;; i++) {
    struct count *c = &counts[i % COUNTS];
    if (c->address == address || !c->address)
      return c;
  }
}

uintptr_t mc_borrowed_for MC_PER_TRACE;

void mc_racy_pointer(const void *pointer) {
  if (mc_heap_has(pointer))
    pointer_is_racy = true;
}

//===- The end of an object -------------------------------------------------------------------===//

/// The chunk of the heap that the address lies in; 0: none.
static uintptr_t chunk_of(uintptr_t address) {
  struct mc_chunk *broken;
  return mc_heap_has((void *)address)
             ? (uintptr_t)mc_heap_chunk_at((const void *)address, &broken)
             : 0;
}

static void begin_end(uintptr_t count, uintptr_t stack) {
  if (mc_letting_go_of)
    order();
  mc_letting_go_of = count;
  end.chunks = 0;
  end.stack = stack;
  end.effects = __mcmini_effects;
  end.looks = __mcmini_looks_at_itself;
}

static void end_end(void) {
  mc_letting_go_of = 0;
  if (end.chunks || end.effects != __mcmini_effects || end.looks != __mcmini_looks_at_itself)
    order();
}

void mc_letting_go_accesses(uintptr_t address) {
  const uintptr_t frame = (uintptr_t)__builtin_frame_address(0);
  const bool is_its_own = address >= frame && address < end.stack;
  if (is_its_own || mc_is_constant(address) ||       // a vtable
      address == (uintptr_t)&__libc_single_threaded) // the library looks at it
    return;
  const uintptr_t chunk = chunk_of(address);
  if (chunk && chunk == chunk_of(mc_letting_go_of))
    return;
  for (unsigned i = 0; i < end.chunks; i++)
    if (end.chunk[i] == chunk)
      return;
  if (!chunk || end.chunks == MOST_FREED)
    order();
  else
    end.chunk[end.chunks++] = chunk;
}

void mc_letting_go_frees(const void *memory) {
  const uintptr_t chunk = chunk_of((uintptr_t)memory);
  if (chunk == chunk_of(mc_letting_go_of)) {
    end_end();
    return;
  }
  for (unsigned i = 0; i < end.chunks; i++)
    if (end.chunk[i] == chunk)
      end.chunk[i--] = end.chunk[--end.chunks];
}

//===- Accesses -------------------------------------------------------------------------------===//

static bool is_down_from_one(uintptr_t address, uint32_t access, uint64_t operand) {
  return MC_ACCESS_KIND(access) == MC_ATOMIC_ADD && (int32_t)operand == -1 &&
         *(const int32_t *)address == 1;
}

static struct count *note(uintptr_t address) {
  struct count *c = count_at(address);
  if (!c->address) {
    *c = (struct count){address, mc_self_, false, false};
    used++;
  }
  return c;
}

void mc_note_reference_count(const volatile int *count) {
  if (used < MOST_COUNTS)
    note((uintptr_t)count);
}

bool mc_is_reference_count(const volatile int *count) {
  return used == MOST_COUNTS || count_at((uintptr_t)count)->address;
}

enum { WEAK = 4 }; // behind the count of a shared_ptr

bool mc_reference_count(const volatile void *memory, uint32_t access, uint64_t operand,
                        const void *stack) {
  const uintptr_t address = (uintptr_t)memory;
  const uint32_t kind = MC_ACCESS_KIND(access);
  if (mc_mode != MC_MODE_WORKER || mc_counts_are_ordered())
    return mc_counts_are_ordered();
  const bool is_down = is_down_from_one(address, access, operand);
  if (mc_letting_go_of + WEAK == address && is_down)
    return false; // the memory is next, by the object's allocator
  if (mc_letting_go_of + WEAK == address)
    end_end();
  else if (mc_letting_go_of)
    order();
  struct count *c = note(address);
  c->many |= c->thread != mc_self_;
  c->looked |= kind == MC_ATOMIC_LOAD || kind == MC_ATOMIC_COMPARE_EXCHANGE;
  const bool is_last = c->many && is_down;
  const bool is_counted = mc_plain_epoch && !mc_session->observed.is_tsan; // what the end does
  if ((c->many && c->looked) || pointer_is_racy || used == MOST_COUNTS || (is_last && !is_counted))
    order();
  else if (is_last)
    begin_end(address, (uintptr_t)stack);
  return false;
}

//===- What they order ------------------------------------------------------------------------===//

void mc_borrowed_return(void) {
  mc_borrowed_for = 0;
  mc_races_return(mc_races);
  mc_races_go_on();
}

bool mc_borrowed_to_free(const void *memory) {
  return chunk_of((uintptr_t)memory) == chunk_of(mc_borrowed_for);
}

/// The weak count is the last to go, with the memory.
void mc_race_reference_count(const volatile void *memory, uint32_t access) {
  const uintptr_t address = (uintptr_t)memory;
  const uint32_t kind = MC_ACCESS_KIND(access), order = MC_ACCESS_ORDER(access);
  if (!mc_plain_epoch)
    return;
  const bool acquires =
      kind != MC_ATOMIC_STORE && order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE;
  const bool is_end = mc_borrowed_for && address == mc_borrowed_for + WEAK;
  const bool is_last = mc_letting_go_of == address || (is_end && *(const int32_t *)address == 1);
  if (acquires && is_last) {
    mc_borrowed_for = mc_borrowed_for ? mc_borrowed_for : address;
    mc_races_borrow(mc_races, mc_self_, address);
  } else if (acquires) {
    mc_races_leave(mc_races, mc_self_, address);
  }
  if (kind != MC_ATOMIC_LOAD && order >= __ATOMIC_RELEASE)
    mc_races_release_at(mc_races, mc_self_, address);
  mc_races_go_on();
  if (is_end && !is_last)
    mc_borrowed_return();
}
