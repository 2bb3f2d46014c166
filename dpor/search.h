// dpor/search.h - which step next: the search over all inequivalent schedules of a program.
//
// Use, once for every trace, until mc_search_done():
//
//   mc_search_begin(s, model);
//   while (mc_search_next(s, model, &next) == MC_NEXT_STEP)
//     ... mc_model_apply(model, next.step), run the thread, mc_model_declare its next operation ...
//   mc_search_end(s, model, kind);
//
// The first steps of a trace repeat a prefix of an earlier one. All state lies in the arena, so
// that it survives the process that ran the trace. A testing strategy (`random`, `pct`, `pos`)
// is never done: each trace is one more random schedule.
// Sources: `dfs` Godefroid, POPL 1997; `dpor` Flanagan, Godefroid, POPL 2005; `source`, `optimal`
// Abdulla, Aronis, Jonsson, Sagonas, JACM 2017; `pop` Abdulla, Atig, Das, Jonsson, Sagonas, CAV
// 2024.
#ifndef MC_DPOR_SEARCH_H
#define MC_DPOR_SEARCH_H

#include "kinds.h"
#include "model.h"

enum { MC_RACING_PRIMITIVES = 64 };

/// What is bounded in a schedule. With other algorithms than those named here, schedules within the
/// bound are lost, too.
enum mc_bound {
  MC_UNBOUNDED,
  MC_PREEMPTIONS, ///< steps to another thread where the one before could have gone on and has not
                  ///< just yielded, slept or timed out; for dfs, and for dpor without sleep sets
  MC_DELAYS,      ///< threads passed over in the order of a deterministic scheduler (Emmi, Qadeer,
             ///< Rakamaric, POPL 2011): the one that runs until it blocks, then the lowest; from
             ///< one that yields, slept or timed out, the next one around; for dfs
};

/// Which operations can race with one of another thread, as traces have shown: a bit for each kind.
/// See local.c.
struct mc_racing {
  uint32_t restarts; ///< so often a search had to begin anew
  uint32_t primitives;
  struct {
    const struct mc_primitive *primitive;
    uint64_t kinds; ///< on some object
  } of[MC_RACING_PRIMITIVES];
  uint64_t kinds[MC_NO_OBJECT]; ///< by mc_object
};

struct mc_search_config {
  enum mc_algorithm algorithm;
  enum mc_sleep_sets sleep_sets;
  bool races; ///< what the steps of a trace release to each other (mc_primitive.releases) matters
              ///< too
  uint32_t max_depth;            ///< transitions in a trace, at least 1
  uint32_t max_depth_per_thread; ///< transitions of one thread, 0 = no limit; it counts as disabled
  uint32_t starvation; ///< for each thread that waits at the end of a trace cut by that, go on for
                       ///< so many transitions against it; 0: do not
  enum mc_bound bound; ///< only schedules with at most `most` of these
  uint32_t most;
  bool fair;     ///< only fair schedules (Musuvathi, Qadeer, PLDI 2008); for programs that poll
  uint64_t seed; ///< of all random choices
  uint32_t pct_depth; ///< `pct`, `auto`: 1 to 64; of the bugs that are looked for
  uint64_t most_samples; ///< strategies: if they are divided, so many traces; 0: without an end
  bool estimates;     ///< random probes between the traces, for counts.estimate
  bool samples; ///< `optimal`, `pop`: schedules of `pos` between its traces, see MC_TRACES_ALONE
  /// The counts of an earlier search, after whose random schedules those of this one go on. With
  /// `auto` these are the schedules before the systematic search. Or NULL [lend: mc_search_new].
  const struct mc_search_counts *before;
  bool has_sampled; ///< `auto`: it begins with its systematic search
  bool has_failed;  ///< `auto`: that is `source`, as a step has failed
  bool by_pop;      ///< `auto`: that is `pop`, which can be divided
  /// `optimal`: local steps are taken at once (local.c), but for what is known to race; at first
  /// that is all 0. NULL: no step is local [lend: as long as the search].
  const struct mc_racing *racing;
  /// `optimal`: where its wakeup trees need more, `pop` explores the rest (hand_over.c). 0: never.
  uint64_t most_tree_bytes;
  uint32_t root; ///< the first steps of its first trace are forced, so many, and in all others the
                 ///< same: what continues them is explored
  bool from;     ///< `root` is where mc_search_from is called first: until then it is not known
  void (*goes_on)(void); ///< called now and then while a long trace is looked back at; or NULL
};

/// How many traces the search will have: most probably from `low` to `high`.
struct mc_estimate_figures {
  uint64_t probes; ///< 0: there is no estimate
  double traces, low, high;
  bool at_least; ///< the spread is too wide: only `low` is meant
};

/// What comes before the current state of the trace is the same in all traces, from now on.
struct mc_search;
void mc_search_from(struct mc_search *search);
/// What comes behind the current state of this trace has one order.
void mc_search_until(struct mc_search *search);

struct mc_search_counts {
  uint64_t traces[MC_TRACE_KINDS];
  uint64_t transitions; ///< executed for the first time
  uint64_t replayed;    ///< repeated prefixes
  bool limited;         ///< a trace ended while max_depth_per_thread or MC_BEYOND stopped a thread
  uint32_t max_depth;   ///< transitions in the longest trace
  uint32_t threads;     ///< most threads in a trace
  uint32_t unknown;     ///< states at which all was explored, as a reversal could not be worked out
  uint64_t wakeup_bytes; ///< most memory of the wakeup trees, or of the items of `pop`
  uint64_t before_pop; ///< so many traces had `optimal` when it handed over to `pop`; 0: it has not
  uint64_t classes;                              ///< strategies: distinct classes among the traces
  bool classes_are_estimated, classes_are_least; ///< a rough number; there may be more
  uint64_t sampled; ///< `auto`: traces of its first part, which are no part of `traces`
  uint64_t between; ///< random schedules between the traces, no part of `traces`: see `samples`
  struct mc_estimate_figures estimate;
};

/// Traces of the search itself: redundant ones, that are sleep-set blocked, are none.
static inline uint64_t mc_traces_of(const struct mc_search_counts *counts) {
  uint64_t traces = 0;
  for (int kind = 0; kind < MC_SLEEP_SET_BLOCKED; kind++)
    traces += counts->traces[kind];
  return traces;
}

struct mc_search;

/// A new search in an empty arena. NULL: the arena is too small.
struct mc_search *mc_search_new(struct mc_arena *arena, const struct mc_search_config *config);

/// Goes on with a systematic search, in no part by `pop`, that was between two traces, in an arena
/// that has the bytes [base, base + used) of its own, wherever it lies. `config` is that of the
/// other. Another process first puts the addresses of its primitives into the tree
/// (mc_tree.primitive). The first trace makes the steps of the prefix anew, so none of them can be
/// skipped; what else the other search had in the arena stays unused. Estimates and extensions
/// begin anew. NULL: the arena is full.
struct mc_search *mc_search_resume(struct mc_arena *arena, const struct mc_search_config *config);

enum mc_next_verdict {
  MC_NEXT_STEP,      ///< run next.step
  MC_NEXT_END,       ///< the trace ends here: next.kind
  MC_NEXT_LIVELOCK,  ///< threads are left, and all that are not blocked wait busily for each other
  MC_NEXT_DIVERGED,  ///< nondeterminism: step next.depth of the prefix cannot be repeated
  MC_NEXT_UNFAIR,    ///< without an end a thread polls, or max_depth is reached by polling: restart
                     ///< with config.fair
  MC_NEXT_UNSUITED,  ///< `pop` cannot go on with this program: restart with `optimal`, or with
                     ///< `source` where some step has failed
  MC_NEXT_EXHAUSTED, ///< the arena is full
};

struct mc_next {
  struct mc_step step;
  bool repeated; ///< the step belongs to the repeated prefix
  enum mc_trace_kind kind;
  bool aside;     ///< the trace is a sample or a probe, counted apart from those of the search
  uint32_t depth; ///< of the step; 0 is the first of the trace
  const struct mc_operation *recorded; ///< MC_NEXT_DIVERGED: what the thread did here before; NULL:
                                       ///< that is not known, as the search was resumed
};

void mc_search_begin(struct mc_search *search, const struct mc_model *model);

/// How many steps the next trace of the search, not one aside, repeats at its beginning.
uint32_t mc_search_prefix(const struct mc_search *search);

/// After mc_search_begin: the first `depth` steps, at most the prefix, are left out, as the model
/// and the program are at the state after them. Not with config.fair, not for a trace aside.
void mc_search_skip(struct mc_search *search, uint32_t depth);

/// Chooses and records the next step at the model's state.
enum mc_next_verdict mc_search_next(struct mc_search *search, const struct mc_model *model,
                                    struct mc_next *next);

/// The next mc_search_next takes this step (a replayed schedule), whatever it would have chosen;
/// if it is not enabled: MC_NEXT_DIVERGED. In the first trace; for `dfs` without sleep sets, or
/// among the first config.root steps.
void mc_search_force(struct mc_search *search, struct mc_step step);

/// The trace is over: counts it and goes back to the deepest step with something left to explore.
/// The model is as it was after the last step, or NULL where it is lost with the process that ran
/// the trace: races are found as operations become pending, so only those that did since the last
/// mc_search_next would be missed. A trace that is given up needs no call: begin it again.
/// With `optimal`, what was to be explored by way of a step that has failed is lost: a search that
/// is to go on then restarts with `source`. `pop` goes on, or says MC_NEXT_UNSUITED. A completed or
/// dropped trace in which max_depth_per_thread or MC_BEYOND stopped a thread counts as bounded.
/// false: the arena is full.
bool mc_search_end(struct mc_search *search, const struct mc_model *model, enum mc_trace_kind kind);

/// Steps that were taken for local can race: what was explored may lack something. The search is to
/// begin anew, with what mc_search_learn adds to mc_search_config.racing.
bool mc_search_is_outdated(const struct mc_search *search);
void mc_search_learn(const struct mc_search *search, struct mc_racing *racing);

/// True if a trace that ends in this way leaves threads that could go on.
bool mc_search_is_cut(const struct mc_search *search, enum mc_trace_kind kind);

/// The first part of `auto` is over: from the next trace on the search is systematic.
void mc_search_end_sampling(struct mc_search *search);
/// True until that is over.
bool mc_search_is_sampling(const struct mc_search *search);
/// From the next trace on no random schedules come between the traces (`samples`).
void mc_search_end_between(struct mc_search *search);

/// Between two traces of a search with `pop`, `dfs` or a testing strategy: writes all that it owes
/// to `room`, as items, the next one to run first. An item that has run is told with its execution,
/// which is made again by who takes it. false: there is no room, or some step has failed, or what
/// is owed cannot be told.
bool mc_search_tell(const struct mc_search *search, void *room, size_t bytes, size_t *used);
/// In the same place: gives up to `most` items away, of the oldest ones that have some; they are
/// not owed any more. false: there is no room; then nothing more can be done with the search.
bool mc_search_give(struct mc_search *search, uint32_t most, void *room, size_t bytes,
                    size_t *used);
/// How many bytes the item at the beginning of those has; 0: there is none.
size_t mc_item_bytes(const void *item, size_t bytes);
/// A search that is done runs this item, and what comes of it. Another search of the same program
/// has given it; both were divided from one. false: it is no item, or the arena is full.
bool mc_search_take(struct mc_search *search, const void *item, size_t bytes);
/// In a trace of such a search, at its end: writes it as an item that mc_search_take_trace makes
/// again, once, without counting it and without what it owes. 0: there is no room.
size_t mc_search_tell_trace(const struct mc_search *search, void *room, size_t bytes);
bool mc_search_take_trace(struct mc_search *search, const void *item, size_t bytes);
/// Strategies: the hash of the last trace's class, where it is new; or 0. It is told once. So is
/// that of a random schedule between the traces. And those of all classes, as far as they are kept,
/// at most so many; how many.
uint64_t mc_search_take_class(struct mc_search *search);
uint32_t mc_search_classes(const struct mc_search *search, uint64_t *to, uint32_t most);
/// True in a trace that was made before, and is not counted.
bool mc_search_runs_again(const struct mc_search *search);
/// Numbers of the same trace: it comes before others whose numbers are greater, as those of words
/// in a dictionary, if one search runs all. Returns how many there are; beyond `most` none is
/// written.
uint32_t mc_search_place(const struct mc_search *search, uint32_t place[], uint32_t most);
/// Set of enum mc_search_sign.
uint32_t mc_search_signs(const struct mc_search *search);
/// Another one has had a step that failed.
void mc_search_note_failure(struct mc_search *search);
/// What it owes, as it was told, is left to others: it is done.
void mc_search_drop(struct mc_search *search);
/// What is local does not change any more: what comes to race with that makes the search outdated.
void mc_search_fix(struct mc_search *search);
/// The same. From now on copies of the search, in other processes, do what it owed, each a part, as
/// items; it is done, and has counted nothing.
void mc_search_divide(struct mc_search *search);
/// What it has counted since it was asked last.
struct mc_search_counts mc_search_take_counts(struct mc_search *search);

/// The part of the search that the current trace belongs to.
enum mc_search_part { MC_PART_SEARCH, MC_PART_SAMPLE, MC_PART_PROBE, MC_PART_EXTENSION };
enum mc_search_part mc_search_part(const struct mc_search *search);

/// The current trace, a part like a probe, is a random schedule between the traces.
bool mc_search_is_between(const struct mc_search *search);

/// The next trace is an extension of the one before.
bool mc_search_goes_on(const struct mc_search *search);

/// The thread against which the trace, an extension, goes on.
mc_thread mc_search_against(const struct mc_search *search);

/// The last step by which an object that the thread waits for has served another thread, since it
/// waits; in an extension, since the trace was cut. NULL: there is none, or the thread would be
/// served now [lend: until mc_search_end].
const struct mc_operation *mc_search_starved(const struct mc_search *search, mc_thread thread);

/// True if nothing is left to explore.
bool mc_search_done(const struct mc_search *search);

const struct mc_search_counts *mc_search_counts(const struct mc_search *search);

/// The number of steps of the trace so far, and its i-th step [lend: until mc_search_end].
uint32_t mc_search_depth(const struct mc_search *search);
const struct mc_operation *mc_search_operation(const struct mc_search *search, uint32_t i);

/// With a bound on preemptions: how many there are among its first `steps` steps.
uint32_t mc_search_preemptions(const struct mc_search *search, uint32_t steps);

/// Step `i` is one of the thread's, or happens before one of those, among the first `steps` steps.
bool mc_search_is_past(const struct mc_search *search, uint32_t i, mc_thread thread,
                       uint32_t steps);

#endif // MC_DPOR_SEARCH_H
