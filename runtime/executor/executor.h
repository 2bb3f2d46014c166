// runtime/executor/executor.h - one trace after another: the trunk, its workers, snapshots,
// checkpoints.
#ifndef MC_RUNTIME_EXECUTOR_EXECUTOR_H
#define MC_RUNTIME_EXECUTOR_EXECUTOR_H

#include "runtime/memory/memory.h"
#include <sys/types.h>

//===- start.c --------------------------------------------------------------------------------===//

/// At the start of the program, once: sets up everything, if the program runs under mcmini.
void mc_start(void);

//===- trunk.c --------------------------------------------------------------------------------===//

/// In the trunk: forks workers until the search is over; returns in each worker.
void mc_start_search(void);
/// At the end: writes what only the trunk knows into the session.
void mc_trunk_publish(void);

uint64_t mc_milliseconds(void);
uint64_t mc_nanoseconds(void);

//===- checkpoint.c ---------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_checkpoint_start(void);
/// When the next one is due, in milliseconds; 0: there is none of this search.
uint64_t mc_checkpoint_due(void);
void mc_checkpoint_forget(void);
/// Empties the arena for a new search. The checkpoint stays.
void mc_checkpoint_empty_arena(void);
/// Between two traces.
void mc_checkpoint_save(void);
void mc_checkpoint_go_back(void);
/// How many findings the checkpoint has.
uint32_t mc_checkpoint_findings(void);

//===- searches.c -----------------------------------------------------------------------------===//

/// In the trunk: begins a new search. If one restarts, what its random schedules have shown stays.
void mc_search_of_trunk_begins(bool restarts);
/// Sets `*end` where the search is over.
bool mc_search_is_over(enum mc_end *end);
/// Begins the systematic search of `auto`, if it has sampled long enough.
void mc_end_sampling_in_time(void);

//===- divide.c -------------------------------------------------------------------------------===//

/// The trunk is asked to divide the search among config.jobs workers, now.
bool mc_division_is_due(void);
/// It is not to be divided any more.
void mc_division_is_off(void);
/// After as many traces a search that could be divided, and is not, goes on as one that is.
void mc_division_fixes(void);
/// In the trunk, between two workers. Returns in each worker's own trunk, which goes on as the
/// trunk does; and here, where the search is not divided, or is not any more.
void mc_divide(pid_t (*fork_process)(void));
static inline bool mc_is_divided(void) { return mc_shared->division.workers; }
/// Between two traces of a divided search: commits and claims. True if it is over for this worker:
/// then sets `*end`.
bool mc_division_is_over(enum mc_end *end);
/// In the trunk of a worker: what it has claimed is given back, as it has gone back to the
/// checkpoint.
void mc_division_begins_again(void);
/// The worker has met what cannot be divided. Does not return.
_Noreturn void mc_division_fails(const char *why);
/// It has learned something, which would be news to others.
_Noreturn void mc_division_learns(void);
/// ... if it has.
void mc_division_checks(void);
/// At the end of the search, in a trunk.
void mc_division_ends(void);

//===- divide_note.c, divide_review.c ---------------------------------------------------------===//

/// A trace is about to be counted.
void mc_division_notes(void);
/// The first trunk makes traces of the workers again. True if all are made: then sets `*end`.
static inline bool mc_is_reviewing(void) { return mc_shared->division.reviewing; }
/// All its traces are random schedules.
static inline bool mc_only_samples(void) {
  return mc_session->config.algorithm >= MC_RANDOM && mc_session->config.algorithm != MC_AUTO;
}
/// `pop` stands in for `optimal`; and if that is so, another order of findings is not wanted.
static inline bool mc_is_by_pop(void) { return mc_session->by_pop == MC_BY_POP; }
static inline bool mc_has_order_of_optimal(void) {
  return mc_is_by_pop() && mc_session->config.keep_going;
}
bool mc_review_is_over(enum mc_end *end);
/// One was not as it was: the search begins anew, and is not divided.
void mc_review_fails(const char *why);

//===- explaining.c ---------------------------------------------------------------------------===//

/// With config.explaining: what the stage asks of the search that is about to begin.
void mc_explaining_configure(struct mc_search_config *config);
/// The next step that a schedule asks for; false: there is none.
bool mc_explaining_forces(struct mc_step *step);
void mc_explaining_trace_opens(void);
/// A trace is about to be counted.
void mc_explaining_trace(enum mc_trace_kind kind);
/// Between two traces. `*is_new_search`: the next one is of another search.
bool mc_explaining_is_over(bool *is_new_search);

//===- worker.c -------------------------------------------------------------------------------===//

bool mc_uses_snapshots(void);
/// Before a trace; after it, whether it was counted or not.
void mc_trace_opens(void);
void mc_trace_closes(void);
/// This process ends with its parent; at once, if that was killed before it could ask for it:
/// another process has its work then.
void mc_end_with_parent(pid_t parent);
/// In a new process: returns at the beginning of each trace.
void mc_become_worker(void);
/// Before each step, with all threads parked: may keep this state as a level.
void mc_worker_deepen(void);
/// A trace is committed: begins the next one, or ends the worker.
_Noreturn void mc_worker_next(void);

#endif // MC_RUNTIME_EXECUTOR_EXECUTOR_H
