// dpor/sampling/strategy.h - testing strategies: each trace is one random schedule, none is ruled
// out.
//
// A strategy takes the next step of every trace among the choices of the point; there is no way
// back. Trace k of seed s is always the same: its random numbers depend on nothing else. So a
// search can be divided among others by the numbers of its traces (samples.c).
#ifndef MC_DPOR_STRATEGY_H
#define MC_DPOR_STRATEGY_H

#include "dpor/internal.h"

enum { MC_LARGEST_PCT_DEPTH = 64 };

struct mc_coverage;

struct mc_strategy {
  enum mc_algorithm algorithm; ///< of this trace
  uint64_t trace;              ///< its number, from 0
  uint64_t random;             ///< state of the generator
  struct mc_coverage *coverage;
  uint64_t least_classes;           ///< so many there were among the traces before these
  uint64_t end;    ///< in a part of a divided search: behind the number of the last trace
  bool runs_again; ///< that is one trace, which was counted
  struct mc_estimate *estimate;     ///< of MC_PROBE
  struct mc_starvation *starvation; ///< of MC_EXTENSION
  // pct, pos. The highest priority runs.
  int64_t priority[MC_MAX_THREADS];
  uint32_t rank[MC_MAX_THREADS]; ///< pct: 1 where the thread has a priority; pos: of the step that
                                 ///< has it, plus 1
  int64_t lowest;                ///< pct: below every priority given so far
  uint32_t length;               ///< pct: of the longest of the first MC_TRACES_ALONE traces
  uint32_t change[MC_LARGEST_PCT_DEPTH]; ///< pct: the change points k_i
  uint32_t changes;
};

static inline bool mc_is_strategy(enum mc_algorithm algorithm) {
  return algorithm == MC_RANDOM || algorithm == MC_PCT || algorithm == MC_POS ||
         algorithm == MC_AUTO || algorithm == MC_PROBE || algorithm == MC_EXTENSION;
}

//===- strategy.c ---------------------------------------------------------------------------===//

struct mc_strategy *mc_strategy_new(struct mc_search *search);
/// Schedules were run before.
void mc_strategy_go_on(struct mc_search *search, const struct mc_search_counts *before);
void mc_strategy_begin(struct mc_search *search);
const struct mc_choice *mc_strategy_choose(struct mc_search *search, struct mc_point *point);
/// The trace has come to its end. false: arena full.
bool mc_strategy_end(struct mc_search *search);

//===- draw.c -------------------------------------------------------------------------------===//

/// Makes one random number of another.
uint64_t mc_scramble(uint64_t x);
/// The next random number.
uint64_t mc_random(struct mc_strategy *strategy);
/// One of 0 .. n-1, n > 0.
uint64_t mc_random_below(struct mc_strategy *strategy, uint64_t n);
/// In [0, 1).
double mc_random_fraction(struct mc_strategy *strategy);
/// One of the thread's choices, each with the same probability.
const struct mc_choice *mc_random_alternative(struct mc_search *search,
                                              const struct mc_point *point, mc_thread thread);
/// The thread of the point's choices with the highest priority.
mc_thread mc_highest_priority(const struct mc_search *search, const struct mc_point *point);

//===- random.c, pct.c, pos.c ---------------------------------------------------------------===//

const struct mc_choice *mc_random_choose(struct mc_search *search, const struct mc_point *point);
void mc_pct_begin(struct mc_search *search);
const struct mc_choice *mc_pct_choose(struct mc_search *search, const struct mc_point *point);
const struct mc_choice *mc_pos_choose(struct mc_search *search, const struct mc_point *point);

//===- coverage.c ---------------------------------------------------------------------------===//

/// A set of classes. NULL: arena full.
struct mc_coverage *mc_coverage_new(struct mc_arena *arena);
/// Adds the class of the search's trace. false: arena full.
bool mc_coverage_add(struct mc_search *search, struct mc_coverage *coverage);
/// The hash of the last one that was added and is new; or 0. It is told once.
uint64_t mc_coverage_take_new(struct mc_coverage *coverage);
/// Their hashes, at most so many. How many.
uint32_t mc_coverage_list(const struct mc_coverage *coverage, uint64_t *to, uint32_t most);
/// How many there are; `*estimated` where that is not exact.
uint64_t mc_coverage_count(const struct mc_coverage *coverage, bool *estimated);

//===- aside.c ------------------------------------------------------------------------------===//

/// After mc_search_make: what the search needs for traces aside. false: arena full.
bool mc_aside_prepare(struct mc_search *search);
/// A trace begins; true if it is one aside, which search->aside runs.
bool mc_aside_begins(struct mc_search *search);
/// Such a trace has ended.
void mc_aside_ended(struct mc_search *search);
/// The search that runs the current trace.
static inline const struct mc_search *mc_acting(const struct mc_search *search) {
  return search->is_aside ? search->aside : search;
}

//===- starvation.c -------------------------------------------------------------------------===//

/// NULL: arena full.
struct mc_starvation *mc_starvation_new(struct mc_arena *arena);
/// A trace of the search is at its end: keeps it if it is to go on. false: arena full.
bool mc_starvation_look(struct mc_search *search, const struct mc_model *model,
                        enum mc_trace_kind kind);
/// The next trace should be an extension; it begins (again, if it was given up); it has ended.
bool mc_starvation_wants_trace(const struct mc_search *search);
void mc_starvation_begin(struct mc_search *search);
void mc_starvation_end(struct mc_search *search);
/// The extension has come to the end of the trace that was cut.
bool mc_starvation_is_beyond(const struct mc_search *search);
/// The next step, or NULL if the extension ends.
const struct mc_choice *mc_starvation_choose(struct mc_search *aside, const struct mc_point *point);

//===- estimate.c, probe.c ------------------------------------------------------------------===//

/// NULL: arena full.
struct mc_estimate *mc_estimate_new(struct mc_search *search);
/// The next trace should be a probe.
bool mc_estimate_wants_probe(const struct mc_search *search);
/// A trace of the search is at its end, not yet counted. false: arena full.
bool mc_estimate_look(struct mc_search *search, enum mc_trace_kind kind);
/// Puts the figures into search->counts.
void mc_estimate_update(struct mc_search *search);

/// The next step, or NULL if the probe has come to where all is asleep.
const struct mc_choice *mc_probe_choose(struct mc_search *search, struct mc_point *point);
/// The probe has come to its end. false: arena full.
bool mc_probe_end(struct mc_search *search);

#endif // MC_DPOR_STRATEGY_H
