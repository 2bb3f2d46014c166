// races/internal.h - what the detector consists of.
#ifndef MC_RACES_INTERNAL_H
#define MC_RACES_INTERNAL_H

#include "races.h"

enum {
  THREAD_SHIFT = MC_POSITION_BITS,
  MOST_POSITIONS = (1 << THREAD_SHIFT) - 1,
  SITE_SLOTS = 1 << 18,
  OBJECT_SLOTS = 1 << 16,
};

static inline mc_thread thread_of(uint32_t epoch) { return (mc_thread)(epoch >> THREAD_SHIFT); }
static inline uint32_t position_of(uint32_t epoch) { return epoch & MOST_POSITIONS; }

/// position[t]: what t did up to this position happens before.
struct clock {
  uint32_t position[MC_MAX_THREADS];
};

struct mc_races {
  struct mc_cell_directory directory;
  struct mc_races_config config;
  uint64_t used, bytes; ///< of the memory
  uint32_t steps, fences;
  struct fence *fence; ///< the last one
  uint32_t threads;    ///< highest number, plus 1
  uint32_t sites;
  bool full, blind;        ///< no cells are left; nor room for clocks
  bool not_acquired;       ///< see mc_races_commute
  bool left;               ///< see mc_races_left
  mc_thread borrower;      ///< plus 1; 0: nobody has borrowed
  uint32_t unused_entries; ///< chains, of places in the memory that may be used again
  uint32_t unused_quarters;
  struct message *unused_messages;
  struct clock now[MC_MAX_THREADS];
  struct clock own; ///< what the borrower has to return to
  struct clock *loaded[MC_MAX_THREADS]; ///< by relaxed loads, for an acquire fence; or NULL
  struct clock *fenced[MC_MAX_THREADS]; ///< at the last release fence; or NULL
  struct message *object[OBJECT_SLOTS]; ///< by mc_object: what its steps have released
  struct message *released[256];        ///< by mc_races_release_at: chains by address
  uintptr_t site[SITE_SLOTS];           ///< number -> site; 0 is none
};

/// `bytes` of zeroes, aligned to 16. NULL: full. Cells leave a sixteenth of the memory to the
/// clocks: who has lost a cell misses a race, who has lost a clock sees races that are none.
void *races_take_cells(struct mc_races *races, uint64_t bytes);

/// Happens what was done at that epoch before what `thread` does now? Clocks are up to date.
static inline bool is_before(const struct mc_races *races, uint32_t epoch, mc_thread thread) {
  return thread_of(epoch) == thread ||
         position_of(epoch) <= races->now[thread].position[thread_of(epoch)];
}

#endif // MC_RACES_INTERNAL_H
