// dpor/internal.h - what the files of the search share: the tree, the current execution, and the
// algorithms, which look at the execution for what the tree owes.
#ifndef MC_DPOR_INTERNAL_H
#define MC_DPOR_INTERNAL_H

#include "execution.h"
#include "tree.h"

struct mc_fair;
struct mc_pop;
struct mc_removals;
struct mc_starvation;

struct mc_search {
  struct mc_arena *arena;
  struct mc_search_config config;
  struct mc_tree *tree;
  struct mc_execution execution;
  struct mc_removals *removals; ///< room for removals.c
  struct mc_dfs *dfs;           ///< with `dfs`
  struct mc_pop *pop;           ///< with `pop`, or since `optimal` has handed over to it
  uint32_t until;               ///< steps of this trace from here on have one order
  uint32_t root_of_pop;         ///< then: `optimal` explores what comes before this depth
  uint32_t *scratch;            ///< room for as many steps as the trace has
  const struct mc_operation **sequence;
  uint32_t scratch_capacity, sequence_capacity;
  bool has_local; ///< some steps may be local
  bool is_fixed;  ///< see mc_search_fix
  bool is_divided; ///< see mc_search_divide
  bool is_alone;   ///< nothing that the current trace owes is wanted: mc_search_take_trace
  bool is_whole;   ///< it is divided, and done: the execution is as it was when it ended
  bool is_forced; ///< the next step is `forced`
  struct mc_step forced;
  struct mc_fair *fair;
  struct mc_strategy *strategy;     ///< or NULL: the traces are systematic
  struct mc_estimate *estimate;     ///< or NULL: none is made
  struct mc_starvation *starvation; ///< or NULL: no trace goes on
  struct mc_search *aside;          ///< runs the traces that are no part of this search; or NULL
  bool is_aside;                    ///< the current trace is one of those
  bool is_extension;                ///< it goes on with a trace that was cut
  bool is_between;                  ///< it is a random schedule between those of the search
  uint64_t between_steps;           ///< of all of these
  struct {
    uint64_t traces, transitions, between; ///< of which the counts were taken
  } taken;
  bool is_sampling;                 ///< every trace is aside: the first part of `auto`
};

/// The step of the last frame, or NULL.
static inline const struct mc_operation *mc_last_step(const struct mc_execution *x) {
  return x->depth > 0 ? mc_frame_at(x, x->depth - 1)->operation : NULL;
}
/// The point that the trace comes from; its depth is not 0.
static inline struct mc_point *mc_point_before(const struct mc_search *search) {
  return mc_point_at(search->tree, search->execution.depth - 1);
}
/// The last point before the current state that is not local, or NULL.
static inline struct mc_point *mc_origin_of_state(const struct mc_search *search) {
  const uint32_t origin = mc_origin(search->tree, search->execution.depth);
  return origin ? mc_point_at(search->tree, origin - 1) : NULL;
}
/// True if the thread has made all the steps that it may.
static inline bool mc_is_limited(const struct mc_search *search, mc_thread thread) {
  const uint32_t limit = search->config.max_depth_per_thread;
  const struct mc_trace_thread *t = &search->execution.thread[thread];
  return (limit && t->rank >= limit) || (t->pending && t->pending->flags & MC_BEYOND);
}
/// The step of a choice.
static inline struct mc_operation mc_step_of(const struct mc_execution *x,
                                             const struct mc_choice *choice) {
  struct mc_operation step = *mc_declared(x, choice->operation);
  step.alternative = choice->alternative;
  return step;
}
/// The n-th declared operation with that alternative; `copy` is room for it where it has another.
static inline const struct mc_operation *mc_as_step(const struct mc_execution *x, uint32_t n,
                                                    mc_alternative alternative,
                                                    struct mc_operation *copy) {
  const struct mc_operation *declared = mc_declared(x, n);
  if (declared->alternative == alternative)
    return declared;
  *copy = *declared;
  copy->alternative = alternative;
  return copy;
}

/// The threads run in turns of so many steps, where the search is free.
enum { MC_TURN = 1000 };

//===- make.c -------------------------------------------------------------------------------===//

/// A search without traces aside. `tree`: of an earlier one, or NULL. NULL: arena full.
struct mc_search *mc_search_make(struct mc_arena *arena, const struct mc_search_config *config,
                                 struct mc_tree *tree);
/// If the search is one of `pop`, it has its first item. false: arena full.
bool mc_begins_pop(struct mc_search *search);
static inline bool mc_uses_sequences(const struct mc_search *search) {
  return search->config.algorithm == MC_SOURCE || search->config.algorithm == MC_OPTIMAL ||
         search->config.algorithm == MC_POP;
}

//===- note.c -------------------------------------------------------------------------------===//

/// The trace is at a state: copies what has become pending since the one before. With `look` it
/// looks for the races of that. false: arena full.
bool mc_note_state(struct mc_search *search, const struct mc_model *model, bool look);
/// The thread takes the next step. false: arena full.
bool mc_note_step(struct mc_search *search, const struct mc_model *model, struct mc_step step);

//===- local.c ------------------------------------------------------------------------------===//

bool mc_has_local_steps(const struct mc_search_config *config);
/// A new tree knows what races. false: arena full.
bool mc_import_racing(struct mc_tree *tree, struct mc_arena *arena, const struct mc_racing *racing);
/// The operation becomes pending: marks it where it is local. false: arena full.
bool mc_note_local(struct mc_search *search, const struct mc_model *model,
                   struct mc_operation *operation);
/// In the first trace no step is local: it shows which operations race in any case.
static inline bool mc_is_first_trace(const struct mc_search *search) {
  return search->tree->kept == 0 && !search->is_divided;
}
/// What is local stays so, or the search is outdated.
void mc_keep_local(struct mc_search *search);
/// It has ended, and none of its races is reversed yet: marks what is local in it.
void mc_end_first_trace(struct mc_search *search);
/// The operation can have two outcomes in one state.
void mc_note_choice(struct mc_search *search, const struct mc_operation *operation);
/// The local step that is to be taken at once. false: there is none.
bool mc_local_step(struct mc_search *search, const struct mc_model *model, struct mc_step *step);

//===- again.c ------------------------------------------------------------------------------===//

/// The trace is at a point of the prefix of which there is no frame: makes the frame, but for its
/// step. `*is_same`: the program does there what it did when the tree was made. false: arena full.
bool mc_make_anew(struct mc_search *search, const struct mc_model *model, bool *is_same);

//===- choice.c -----------------------------------------------------------------------------===//

/// Fills in the point's choices; false: arena full. Where there are none, mc_verdict tells why.
bool mc_choices(struct mc_search *search, const struct mc_model *model, struct mc_point *point);
/// The point's choices and its sleep set are known. If each choice that is not known to fail is of
/// a thread that only repeats itself, process exits take the place of all choices.
void mc_replace_by_exits(const struct mc_search *search, const struct mc_model *model,
                         struct mc_point *point);
static inline void mc_consider_exits(const struct mc_search *search, const struct mc_model *model,
                                     struct mc_point *point) {
  if (search->tree->has_failed || !mc_set_empty(&model->repeating))
    mc_replace_by_exits(search, model, point);
}
/// If every choice of the point is known to fail, the process exits that are pending there become
/// choices, too. Returns the first of them, or NULL.
struct mc_choice *mc_take_exits(struct mc_tree *tree, struct mc_point *point);
/// Its process exits become choices.
void mc_move_exits(struct mc_tree *tree, struct mc_point *point);
/// Goes no thread before this one, where preemptions and delays are not bounded?
bool mc_is_foremost(const struct mc_execution *x, mc_thread thread);
/// The first choice to explore, or NULL if all are asleep.
struct mc_choice *mc_first_choice(const struct mc_search *search, const struct mc_point *point);

//===- bound.c ------------------------------------------------------------------------------===//

/// How much of the bound it takes to choose this thread at the point.
uint32_t mc_price(const struct mc_search *search, const struct mc_point *point, mc_thread thread);
/// Removes from the point's threads, and from those at process exit, all that may not be chosen
/// within the bound.
void mc_keep_to_bound(const struct mc_search *search, struct mc_point *point,
                      mc_thread_set *exiting);

//===- polling.c ----------------------------------------------------------------------------===//

/// All of these threads, which can run, poll.
bool mc_all_polling(const struct mc_execution *x, const mc_thread_set *running);
/// The depth since which the thread waits for its turn, if its last step was a yield; else 0.
static inline uint32_t mc_waits_since(const struct mc_execution *x, mc_thread thread) {
  const struct mc_trace_thread *t = &x->thread[thread];
  return t->last != MC_NO_STEP && t->yields && t->last == t->yield[t->yields % MC_POLLING_YIELDS]
             ? t->last + 1
             : 0;
}
/// True if one thread has polled, and nothing but that, while others could run: the search would
/// try every number of iterations.
bool mc_polls_alone(const struct mc_search *search, const struct mc_point *point);
/// True if the trace reached its depth by polling.
bool mc_polls(const struct mc_execution *x);

//===- verdict.c ----------------------------------------------------------------------------===//

/// Nothing can run at the state: how the trace ends there, and why.
enum mc_next_verdict mc_verdict(struct mc_search *search, const struct mc_model *model,
                                enum mc_trace_kind *kind);

//===- fair.c -------------------------------------------------------------------------------===//

struct mc_fair *mc_fair_new(struct mc_arena *arena);
void mc_fair_begin(struct mc_fair *fair);
/// The trace has come from one state to the next by `step`; `before`, `after`: the ordinary
/// threads.
void mc_fair_arrive(struct mc_fair *fair, const struct mc_operation *step, mc_thread_set before,
                    mc_thread_set after);
/// The trace has come to the point, of which `ordinary` is known.
static inline void mc_consider_fairness(struct mc_search *search, const struct mc_point *point) {
  if (search->fair && search->execution.depth > 0)
    mc_fair_arrive(search->fair, mc_last_step(&search->execution),
                   mc_point_before(search)->ordinary, point->ordinary);
}
mc_thread_set mc_fair_filter(const struct mc_fair *fair, mc_thread_set enabled);

//===- dfs.c, dpor.c ------------------------------------------------------------------------===//

/// The item that is explored; all 0: everything.
struct mc_dfs {
  struct mc_step *path; ///< [steps] the way to its point
  uint32_t steps, path_capacity;
  struct {
    struct mc_step step;
    bool fails;
  } *is_explored; ///< [explored] from its point
  uint32_t explored, explored_capacity;
  char *taken; ///< [taken_bytes] its bytes
  uint32_t taken_bytes, taken_capacity;
  bool runs_again;  ///< it is one trace, which was counted
  bool is_doubtful; ///< threads that repeated themselves were met
};
/// false: arena full.
bool mc_dfs_new(struct mc_search *search);
/// The first choice at a new point; NULL: it does not go on as it should.
const struct mc_choice *mc_dfs_first(struct mc_search *search, const struct mc_model *model,
                                     struct mc_point *point);
/// The trace has ended, and the next one is known.
void mc_dfs_end(struct mc_search *search);

/// `operation` has become pending at the current state: finds its races with the steps before.
void mc_dpor_declared(struct mc_search *search, const struct mc_model *model,
                      const struct mc_operation *operation);
/// Step `i` has been chosen: finds its races with what the other threads have pending.
void mc_dpor_chosen(struct mc_search *search, const struct mc_model *model, uint32_t i);
/// The last step of the trace has ended it: it came before all that the other threads had left.
void mc_dpor_cut(struct mc_search *search);

/// A sequence that a point should explore: the steps that survive a reversal and the operation that
/// overtakes, as early as may be. Their alternatives are set.
struct mc_sequence {
  const struct mc_operation **step;
  uint32_t length;
  uint32_t mandatory; ///< steps of its mandatory prefix: the operation that overtakes and what must
                      ///< happen before it
};

//===- sleep.c ------------------------------------------------------------------------------===//

/// The sleep set of a new state, from the point before. false: arena full.
bool mc_sleep(struct mc_search *search, const struct mc_model *model, struct mc_point *point);

/// True if the step is asleep at the point, or explored from it.
bool mc_is_explored(const struct mc_tree *tree, const struct mc_point *point,
                    const struct mc_operation *step);

/// True if `step` can be the first of an execution that is equivalent to one that begins with the
/// sequence (weak initial). `*place` is its place in the sequence; if it is no weak initial, the
/// place of the step that keeps it from being one; the length of the sequence if there is neither.
bool mc_is_weak_initial(const struct mc_operation *step, const struct mc_sequence *v,
                        uint32_t *place);

/// True if all executions that begin with `v` are equivalent to explored ones from the point.
/// `*prefix_covered` is set if so are those that begin with the mandatory prefix of `v` alone.
bool mc_covered_by_sleep(const struct mc_search *search, const struct mc_point *point,
                         const struct mc_sequence *v, bool *prefix_covered);

//===- reversal.c ---------------------------------------------------------------------------===//

/// Finds the races of the trace and has them reversed by the algorithm. `cut`: its last step ended
/// it. `model` as for mc_search_end. false: arena full.
bool mc_reverse_races(struct mc_search *search, const struct mc_model *model, bool cut);

//===- optimal.c, source.c ------------------------------------------------------------------===//

/// The choice that takes the node's step, or NULL.
const struct mc_choice *mc_choice_of_node(const struct mc_search *search,
                                          const struct mc_point *point,
                                          const struct mc_wakeup *node);
/// The first choice at a new point, or NULL if all are asleep.
const struct mc_choice *mc_optimal_first(struct mc_search *search, struct mc_point *point);
/// The next branch of the point's wakeup tree, or NULL.
const struct mc_choice *mc_optimal_next(struct mc_search *search, struct mc_point *point,
                                        uint32_t depth);
/// Sees to it that an execution which begins with `v` is explored from point `i`. `v` is used up.
/// `*prefix_covered` is set if that is so for all that begin with the mandatory prefix of `v`:
/// another trace with the same race, in which other steps survive, need not be asked. false: arena
/// full.
bool mc_optimal_reverse(struct mc_search *search, uint32_t i, struct mc_sequence *v,
                        bool *prefix_covered);
/// Frees what the trace, at its end, has not followed of its sequence.
void mc_optimal_forget(struct mc_search *search);
void mc_source_reverse(struct mc_search *search, uint32_t i, const struct mc_sequence *v,
                       bool *prefix_covered);

//===- pop.c, pop_choice.c ------------------------------------------------------------------===//

/// false: arena full.
bool mc_pop_new(struct mc_search *search);
/// The trace makes the execution of an item again, that was counted.
bool mc_pop_runs_again(const struct mc_search *search);
/// The program does what `pop` cannot follow: see MC_NEXT_UNSUITED.
bool mc_pop_is_left(const struct mc_search *search);
void mc_pop_begin(struct mc_search *search);
/// The next step is one of the item's path.
bool mc_pop_follows(const struct mc_search *search);
/// Which choices at a new point sleep. false: arena full.
bool mc_pop_sleep(struct mc_search *search, struct mc_point *point);
/// The first choice at a new point, or NULL if all are asleep, or the path cannot be followed.
const struct mc_choice *mc_pop_first(struct mc_search *search, const struct mc_model *model,
                                     struct mc_point *point);
/// The trace has ended; `cut`: by its last step. Turns to the next one. false: arena full.
bool mc_pop_end(struct mc_search *search, const struct mc_model *model, bool cut);

/// The search cannot go on: see MC_NEXT_UNSUITED.
void mc_pop_leave(struct mc_search *search);

//===- hand_over.c --------------------------------------------------------------------------===//

static inline bool mc_has_handed_over(const struct mc_search *search) {
  return search->pop && search->config.algorithm == MC_OPTIMAL;
}
/// The search has gone back to a point: what it owes is for `pop` to explore, if that has been so
/// before, or the wakeup trees have become too large. false: arena full.
bool mc_hand_over(struct mc_search *search);

#endif // MC_DPOR_INTERNAL_H
