// dpor/explain/explain.h - from a failing schedule to the simplest one with the same finding, and
// to the step that decides: after it every continuation fails.
//
// Use: make a search (mc_search_new) with what mc_explain_configure says, and run its traces.
// Before each step of a trace ask mc_explain_forces; where it has a step, mc_search_force. Tell of
// the end of each trace before mc_search_end, and behind it ask mc_explain_next what is to be run.
//
// Simplest: fewest preemptions, then fewest steps, then fewest threads, then the lowest threads
// first. Sources: searches with 0, 1, 2, ... preemptions find the fewest (Musuvathi, Qadeer, PLDI
// 2007); where these are too many, the blocks of the schedule are left out and joined one by one,
// as delta debugging does (Zeller, Hildebrandt, TSE 2002).
#ifndef MC_DPOR_EXPLAIN_EXPLAIN_H
#define MC_DPOR_EXPLAIN_EXPLAIN_H

#include "dpor/search.h"

struct mc_schedule {
  struct mc_step *step; ///< [steps]
  uint32_t steps, preemptions, threads;
};

enum mc_explain_stage {
  MC_EXPLAIN_FOUND,    ///< the schedule runs as it was found
  MC_EXPLAIN_BOUNDED,  ///< all schedules with few preemptions
  MC_EXPLAIN_EXACT,    ///< the same, without any reduction, if they are few
  MC_EXPLAIN_PAST,     ///< one without the steps that the finding does not come from
  MC_EXPLAIN_BLOCKS,   ///< some with fewer blocks
  MC_EXPLAIN_CRITICAL, ///< what continues a prefix: does one succeed?
  MC_EXPLAIN_SUCCESS,  ///< the one that does runs once more, to be shown
  MC_EXPLAIN_SHOW,     ///< the simplest one, the same
};

/// A continuation of each prefix was looked for: what came of it.
enum mc_critical {
  MC_CRITICAL_UNKNOWN,
  MC_CRITICAL_STEP,   ///< `critical` is the first step after which none succeeds
  MC_CRITICAL_LATEST, ///< ... the first of which that is known; an earlier one may be
  MC_CRITICAL_NONE,   ///< no schedule of the program succeeds
};

struct mc_explain {
  // Asked for.
  uint64_t traces; ///< how many may be run to look for a simpler schedule; as many for the critical
                   ///< step
  bool exhaustive; ///< without any reduction

  // Told, as long as it goes on, and at the end.
  enum mc_explain_stage stage;
  struct mc_schedule found; ///< its numbers alone
  struct mc_schedule best;
  struct mc_schedule success; ///< 0 steps: none; it equals `best` up to the critical step
  uint64_t runs;              ///< traces that have looked for a simpler one
  bool is_reproduced;         ///< the schedule that was found ended with the finding again
  bool is_least;              ///< no schedule with the finding has fewer preemptions
  enum mc_critical critical_is;
  uint32_t critical; ///< the step's number, from 1; 0: there is none, or it is not known
  uint32_t others;   ///< these other findings have traces behind it that the target is not in

  // Its own.
  struct mc_schedule candidate; ///< that runs
  struct mc_schedule shortest;  ///< to be tried: blocks that the finding comes from; 0 steps: none
  struct mc_schedule past;      ///< the same: the steps of `best` that it comes from
  uint32_t tried;               ///< steps of the last of these that was tried; 0: none was
  uint32_t cursor;              ///< so much of the candidate has been made or left out
  uint64_t stage_runs;          ///< traces of the stage's current search
  bool is_lost;                 ///< the last of them could not be run
  bool is_better;               ///< it has become `best`
  uint32_t bound;               ///< BOUNDED, EXACT
  uint64_t exact_runs;          ///< EXACT: traces
  uint32_t block, span, change; ///< BLOCKS: what is tried
  bool is_changed;              ///< ... this round has found something
  uint32_t low, high;    ///< CRITICAL: the prefixes with so many steps do, and do not succeed
  bool is_low_known;     ///< ... else it is only not known that it does not
  uint32_t root;         ///< ... the one that is looked at
  bool succeeds, is_cut; ///< ... it does; traces were cut, so that it may
  uint32_t root_others;  ///< ... its traces without the target have these findings
};

/// How a trace has ended.
struct mc_explain_outcome {
  bool is_target;   ///< with the finding
  bool has_finding; ///< with this or another
  bool may_have_finding; ///< whether what it has is one, is not known
  uint32_t others;       ///< a set of bits: which others; what a bit stands for is the caller's
  bool is_lost;     ///< it could not be run; nothing else is known of it
  enum mc_trace_kind kind;
  uint32_t steps;   ///< up to the finding
  unsigned threads; ///< all that the finding comes from is in the past of so many threads; 0: every
                    ///< step may be part of it
  mc_thread thread[2];
  const struct mc_search *search; ///< its steps
};

/// Bytes of memory for schedules with at most so many steps.
size_t mc_explain_bytes(uint32_t steps);
/// Begins with a schedule as it was found. `memory` [lend: as long as it is used] is for schedules
/// with `capacity` steps. Returns where the caller puts the `steps` steps of that one.
struct mc_step *mc_explain_begin(struct mc_explain *e, void *memory, uint32_t capacity,
                                 uint64_t traces, bool exhaustive, uint32_t steps);

/// The stage's next search begins, or the current one anew: what it asks for.
void mc_explain_configure(struct mc_explain *e, struct mc_search_config *config);

/// The next step of the trace is to be this one; false: the search chooses.
bool mc_explain_forces(struct mc_explain *e, const struct mc_model *model, uint32_t depth,
                       struct mc_step *step);

/// A trace has ended, and is not yet at mc_search_end.
void mc_explain_trace(struct mc_explain *e, const struct mc_explain_outcome *outcome);

enum mc_explain_next {
  MC_EXPLAIN_GO_ON,  ///< the next trace of the search
  MC_EXPLAIN_SEARCH, ///< another search
  MC_EXPLAIN_DONE,
};
/// Behind the end of a trace. `is_done`: its search has no other. `is_late`: the time is over, and
/// the stage ends with what it has.
enum mc_explain_next mc_explain_next(struct mc_explain *e, bool is_done, bool is_late);

#endif // MC_DPOR_EXPLAIN_EXPLAIN_H
