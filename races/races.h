// races/races.h - data races of a trace: two accesses to one place in memory, at least one of them
// a write and at least one not atomic, neither of which happens before the other (C11, 5.1.2.4).
//
// Happens-before is that of the C11 standard over the synchronisation that really happened: a step
// of a primitive releases what its `releases` says to later steps that acquire it by `acquires`,
// or, if it does not say, all to those that depend on it; atomics do so by their memory order,
// fences too. It is not the search's happens-before, by which all dependent steps are ordered: a
// relaxed store orders nothing.
//
// A thread's accesses between two of its steps have one *position*. A position is the number of
// steps that the trace had by then, and of fences, so that it grows along the trace. Epoch: a
// thread and a position.
//
// Everything lies in the memory that mc_races_new is given, which may be put back to what it was at
// an earlier point of the trace. Clocks are brought up to date only when two threads have used the
// same place: `catch_up`. An access that its thread has made before at the same position costs a
// few nanoseconds.
//
// Source: Flanagan, Freund: FastTrack, PLDI 2009. Differs: atomics have a shadow of their own, with
// an entry for each thread; clocks are lazy.
#ifndef MC_RACES_RACES_H
#define MC_RACES_RACES_H

#include <mcmini/step.h>

enum mc_access_flags { MC_IS_WRITE = 1, MC_IS_ATOMIC = 2 };

enum { MC_POSITION_BITS = 24 }; ///< of an epoch; above them is the thread

/// One access to memory.
struct mc_race_access {
  uintptr_t site; ///< where, as the caller gave it; 0: there are more than 196,608 places
  mc_thread thread;
  uint32_t position;
  uint8_t flags; ///< enum mc_access_flags
};

/// Two accesses that nothing orders.
struct mc_race {
  struct mc_race_access access[2]; ///< as they ran
  uintptr_t address;               ///< of the first byte that both touch ...
  uint32_t size;                   ///< ... and how many: at most 4
};

struct mc_races;

struct mc_races_config {
  const struct mc_primitive *variable; ///< its operations are those of enum mc_access
  /// Calls mc_races_step for every step of the trace that it has not seen.
  void (*catch_up)(struct mc_races *races);
  /// Called as the second access is made.
  void (*found)(const struct mc_race *race);
  /// Does the order of the two steps matter? Asked of primitives that do not say what they release.
  bool (*dependent)(const struct mc_operation *a, const struct mc_operation *b);
};

/// In `bytes` of zeroes at `memory`, aligned to a page; at least 4 MB. Threads and objects are
/// those of primitive.h.
struct mc_races *mc_races_new(void *memory, uint64_t bytes, const struct mc_races_config *config);

/// How many steps have been seen.
uint32_t mc_races_steps(const struct mc_races *races);
/// How many there were at that position.
uint32_t mc_races_steps_at(const struct mc_races *races, uint32_t position);
/// The next step of the trace.
void mc_races_step(struct mc_races *races, const struct mc_operation *step);
/// Now, before the next step of the trace. `order`: as C11 numbers them.
void mc_races_fence(struct mc_races *races, mc_thread thread, uint32_t order);
/// The thread releases the memory at `address` to whoever acquires it later, outside of the model:
/// a library function does it by itself.
void mc_races_release_at(struct mc_races *races, mc_thread thread, uintptr_t address);
void mc_races_acquire_at(struct mc_races *races, mc_thread thread, uintptr_t address);
/// The same for what the thread does until mc_races_return, which may be called at any time: behind
/// it nothing has been acquired. One thread at a time.
void mc_races_borrow(struct mc_races *races, mc_thread thread, uintptr_t address);
void mc_races_return(struct mc_races *races);
/// The thread could acquire it, and does not.
void mc_races_leave(struct mc_races *races, mc_thread thread, uintptr_t address);
/// What was left, or returned, would have ordered something: as mc_races_commute.
bool mc_races_left(const struct mc_races *races);

/// Some read-modify-writes that commute would have ordered something, in the order in which they
/// ran. A race that is found from then on may be none if one of them always comes first. But where
/// none is found in any class of executions, there is none.
bool mc_races_commute(const struct mc_races *races);

/// The epoch of accesses that `thread` makes after `steps` steps.
uint32_t mc_races_epoch(const struct mc_races *races, mc_thread thread, uint32_t steps);
static inline uint32_t mc_races_epoch_of(const struct mc_race_access *access) {
  return (uint32_t)access->thread << MC_POSITION_BITS | access->position;
}
/// An access of the calling thread, at its epoch. Of an atomic one: the epoch after its step.
void mc_races_access(struct mc_races *races, uint32_t epoch, uintptr_t address, uint64_t size,
                     uint8_t flags, uintptr_t site);
/// The same, which is not made yet: nothing is kept of it.
void mc_races_look(struct mc_races *races, uint32_t epoch, uintptr_t address, uint64_t size,
                   uint8_t flags, uintptr_t site);
/// Happens what was done at that epoch before what `thread` does now?
bool mc_races_is_before(struct mc_races *races, uint32_t epoch, mc_thread thread);
/// The memory is new: nobody has used it.
void mc_races_forget(struct mc_races *races, uintptr_t address, uint64_t size);
/// True if memory is used up: what is new since then is not seen, perhaps nothing.
bool mc_races_full(const struct mc_races *races);

/// Bytes whose accesses are visible operations. Kept by mc_races_forget.
void mc_races_make_visible(struct mc_races *races, uintptr_t address, uint64_t size);
/// The first visible byte of [address, address + size), or `address + size`.
uintptr_t mc_races_visible(const struct mc_races *races, uintptr_t address, uint64_t size);

//===- What hooks ask first -------------------------------------------------------------------===//

/// The last accesses to 4 bytes of memory, or one; see shadow.c.
struct mc_cell {
  uint32_t write, write_site; ///< epoch, 0: none; and number of the site, or of a list of accesses
  uint32_t read, read_site;
};
enum {
  MC_CELL_BYTES = 4,
  MC_CELL_PAGE = 4096,
  MC_REGION_SHIFT = 30,
  MC_REGIONS = 1 << 17,
  MC_REGION_PAGES = 1 << 18,
  MC_CELL_SPECIAL = 1u << 31, ///< in the number of something in the memory; as `read`: split
};
struct mc_cell_page {
  struct mc_cell *fast; ///< [MC_CELL_PAGE / MC_CELL_BYTES]; NULL where hooks must not look
  struct mc_cell *plain, *atomic;
  uint8_t *visible; ///< bit i: byte i
};
struct mc_cell_region {
  struct mc_cell_page page[MC_REGION_PAGES];
};
/// The memory begins with this.
struct mc_cell_directory {
  struct mc_cell_region *region[MC_REGIONS];
};

static inline bool mc_cell_repeats(const struct mc_cell *cell, uint32_t epoch, bool is_write) {
  return cell->write == epoch || (!is_write && cell->read == epoch);
}

/// True if the last access of that kind to all of `size` bytes, a power of two, at an address that
/// is a multiple of it, was at this epoch.
static inline bool mc_races_repeats(const struct mc_cell_directory *directory, uint32_t epoch,
                                    uintptr_t address, unsigned size, bool is_write) {
  const struct mc_cell_region *region =
      directory->region[address >> MC_REGION_SHIFT & (MC_REGIONS - 1)];
  if (!region || address & (size - 1))
    return false;
  const struct mc_cell *cell = region->page[address / MC_CELL_PAGE & (MC_REGION_PAGES - 1)].fast;
  if (!cell)
    return false;
  cell += address % MC_CELL_PAGE / MC_CELL_BYTES;
  unsigned cells = size / MC_CELL_BYTES;
  if (!cells) {
    cells = 1;
    if (cell->read == MC_CELL_SPECIAL) {
      cell = (const struct mc_cell *)directory + (cell->read_site & ~MC_CELL_SPECIAL) +
             address % MC_CELL_BYTES;
      cells = size;
    }
  }
  for (unsigned i = 0; i < cells; i++)
    if (!mc_cell_repeats(&cell[i], epoch, is_write))
      return false;
  return true;
}

#endif // MC_RACES_RACES_H
