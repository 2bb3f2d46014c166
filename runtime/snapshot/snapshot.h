// runtime/snapshot/snapshot.h - a worker runs trace after trace: at the end of each the pages that
// the trace may have written are put back, as they were at the snapshot or, deeper in the trace, at
// a level.
#ifndef MC_RUNTIME_SNAPSHOT_SNAPSHOT_H
#define MC_RUNTIME_SNAPSHOT_SNAPSHOT_H

#include "runtime/memory/memory.h"

//===- pages.c --------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_snapshot_start(void);
/// In a new worker, which has a snapshot from then on: chooses the memory that is put back. Returns
/// NULL, or why there can be none.
const char *mc_snapshot_protect(void);
/// In the trunk, once: in this memory, of which nobody else changes the protection, several pages
/// may be opened at a time.
void mc_snapshot_in_runs(uint64_t start, uint64_t bytes);
/// A write fault at this address: true if the write can go on now.
bool mc_snapshot_open(uint64_t address);
/// The trace may have written to the page.
bool mc_snapshot_is_hot(uint64_t address);
/// The pages that the trace may have written.
void mc_snapshot_visit_hot(void (*visit)(uint64_t page, void *context), void *context);
/// Keeps a hash of the memory that a snapshot looks after. Then: is that memory still the same?
void mc_snapshot_note(void);
bool mc_snapshot_is_as_noted(void);
/// A hash of what the trace has changed of that memory, without the model and what lies in the
/// gaps.
struct mc_gap {
  uint64_t start, end;
};
uint64_t mc_snapshot_hash(const struct mc_gap gap[], unsigned gaps);
/// The trace has mapped memory, which is to be unmapped at its end.
void mc_snapshot_mapped(uint64_t start, uint64_t bytes);
/// The same for private memory that later traces need at the same place: at the trace's end it may
/// stay, as new as it was. mc_protection_covers it from then on.
void mc_snapshot_mapped_to_stay(uint64_t start, uint64_t bytes);
/// True if the trace has mapped all of that.
bool mc_snapshot_has_mapped(uint64_t start, uint64_t bytes);
bool mc_snapshot_mapped_is(uint64_t start, uint64_t bytes); ///< at once, and nothing beside it
void mc_snapshot_unmapped(uint64_t start, uint64_t bytes);
/// The program unmaps what was there at the snapshot: nobody can use it until the trace ends.
/// False: that cannot be put back.
bool mc_snapshot_hide(uint64_t start, uint64_t bytes);
void mc_snapshot_undo_mappings(void);

//===- levels.c -------------------------------------------------------------------------------===//

/// A state in the middle of a trace.
struct mc_level {
  uint32_t depth; ///< how many steps
  uint32_t current;
  uint64_t output_end;
  uint64_t findings[MC_SESSION_MAX_FINDINGS / 64]; ///< the ones met so far
};

/// Before a trace, which the search has begun: puts memory back to the deepest level that the trace
/// comes through. NULL: to the snapshot. The last trace had so many `steps`.
const struct mc_level *mc_snapshot_put_back(uint32_t steps);
/// Is the state at hand, before a step, to be a level? Then: makes it one, but for its findings.
bool mc_snapshot_is_to_deepen(void);
struct mc_level *mc_snapshot_deepen(void);
void mc_snapshot_forget_levels(void);

#endif // MC_RUNTIME_SNAPSHOT_SNAPSHOT_H
