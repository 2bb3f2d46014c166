// dpor/explain/internal.h - what the files of this folder share.
#ifndef MC_DPOR_EXPLAIN_INTERNAL_H
#define MC_DPOR_EXPLAIN_INTERNAL_H

#include "explain.h"

//===- schedule.c -----------------------------------------------------------------------------===//

void mc_schedule_copy(struct mc_schedule *to, const struct mc_schedule *from);
/// The trace's steps up to the finding.
void mc_schedule_take(struct mc_schedule *to, const struct mc_explain_outcome *trace);
/// Those of them that the finding comes from; or the blocks with such a step, which are left as
/// they are, so that there are no more preemptions. It has not run: these and the threads are
/// unknown.
void mc_schedule_take_past(struct mc_schedule *to, const struct mc_explain_outcome *trace,
                           bool blocks);
bool mc_schedule_is_simpler(const struct mc_schedule *a, const struct mc_schedule *b);

/// A block is a longest part in which one thread runs: where the one that begins at a step ends.
uint32_t mc_schedule_block_end(const struct mc_schedule *schedule, uint32_t begin);
/// Where the block with that number, from 0, begins; behind the last step if there is none.
uint32_t mc_schedule_block(const struct mc_schedule *schedule, uint32_t block);

/// The schedule without its steps [begin, end).
void mc_schedule_leave_out(struct mc_schedule *to, const struct mc_schedule *from, uint32_t begin,
                           uint32_t end);
/// The schedule with these steps before the one at `place`, which is none of them.
void mc_schedule_move(struct mc_schedule *to, const struct mc_schedule *from, uint32_t begin,
                      uint32_t end, uint32_t place);

//===- shorten.c ------------------------------------------------------------------------------===//

/// The trace's schedule becomes `best` if it is simpler.
void mc_shorten_consider(struct mc_explain *e, const struct mc_explain_outcome *trace);
/// BOUNDED, PAST, BLOCKS, behind a trace. DONE: there is nothing more to be tried.
enum mc_explain_next mc_shorten_next(struct mc_explain *e, bool is_done);

//===- critical.c -----------------------------------------------------------------------------===//

void mc_critical_begin(struct mc_explain *e);
void mc_critical_trace(struct mc_explain *e, const struct mc_explain_outcome *trace);
/// DONE: the step is known, as far as it will be.
enum mc_explain_next mc_critical_next(struct mc_explain *e, bool is_done);
/// The same, where the time is over.
void mc_critical_end(struct mc_explain *e);

#endif // MC_DPOR_EXPLAIN_INTERNAL_H
