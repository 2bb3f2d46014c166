// runtime/executor/executor.h - one trace after another: the trunk, its workers, snapshots,
// checkpoints.
#ifndef MC_RUNTIME_EXECUTOR_EXECUTOR_H
#define MC_RUNTIME_EXECUTOR_EXECUTOR_H

#include "runtime/state.h"

//===- start.c --------------------------------------------------------------------------------===//

/// At the start of the program, once: sets up everything, if the program runs under mcmini.
void mc_start(void);

//===- trunk.c --------------------------------------------------------------------------------===//

/// At the start: takes memory, before the program can set itself a limit.
void mc_trunk_start(void);
/// In the trunk: forks workers until the search is over; returns in each worker.
void mc_start_search(void);
/// In a worker with a snapshot: after a trace, before one, and when its memory is as it begins,
/// after `depth` steps by which the output has come to `output_end`.
void mc_worker_close_trace(void);
void mc_worker_open_trace(void);
void mc_worker_go_on(uint32_t depth, uint32_t current, uint64_t output_end);
/// In the trunk: publishes the result and waits to be killed.
_Noreturn void mc_trunk_done(enum mc_end end);
/// The program cannot be checked, or not so: the command ends and says why.
_Noreturn void mc_refuse(const char *why);

uint64_t mc_milliseconds(void);

/// 0 without config.stats.
static inline uint64_t mc_ticks(void) {
  return mc_session->config.stats ? __builtin_ia32_rdtsc() : 0;
}

//===- checkpoint.c ---------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_checkpoint_start(void);
/// When the next one is due, in milliseconds; 0: there is none of this search.
uint64_t mc_checkpoint_due(void);
void mc_checkpoint_forget(void);
/// Between two traces.
void mc_checkpoint_save(void);
void mc_checkpoint_go_back(void);
/// How many there were.
uint32_t mc_checkpoint_findings(void);

//===- snapshot.c -----------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_snapshot_start(void);
/// In a new worker, on the main thread: a snapshot, from which all its traces begin. Returns at the
/// beginning of each, NULL; or why there can be none.
const char *mc_snapshot_take(void);
bool mc_snapshot_is_taken(void);
/// Before each step, all threads parked: may keep this state, for traces to begin at.
void mc_snapshot_deepen(void);
void mc_snapshot_forget_levels(void);
/// At the end of a trace, which is committed: on with the next one.
_Noreturn void mc_snapshot_next(void);
/// In the trunk, once: in this memory, of which nobody else changes the protection, several pages
/// may be opened at a time.
void mc_snapshot_in_runs(uint64_t start, uint64_t bytes);
/// A write fault at this address: true if the write can go on now.
bool mc_snapshot_open(uint64_t address);
/// The pages that the trace may have written.
void mc_snapshot_visit_hot(void (*visit)(uint64_t page, void *context), void *context);
/// Keeps a hash of the memory that a snapshot looks after; has it been the same since?
void mc_snapshot_note(void);
bool mc_snapshot_is_as_noted(void);
/// A hash of all that the trace has changed of it, but for the model's and what lies in the gaps.
struct mc_gap {
  uint64_t start, end;
};
uint64_t mc_snapshot_hash(const struct mc_gap gap[], unsigned gaps);
/// The pages of mc_process that traces write get this protection.
void mc_snapshot_protect_state(int protection);
/// The trace has mapped memory, which is to be unmapped at its end.
void mc_snapshot_mapped(uint64_t start, uint64_t bytes);

/// True if the trace has mapped all of that.
bool mc_snapshot_has_mapped(uint64_t start, uint64_t bytes);
void mc_snapshot_unmapped(uint64_t start, uint64_t bytes);

#endif // MC_RUNTIME_EXECUTOR_EXECUTOR_H
