// dpor/internal.h - what the files of the search share: the trace as a stack of frames.
//
// Frame d is the state after d steps, what may run there and what of it is explored, and the step
// that the current trace takes from there. A step is known by the number of its frame. Frames of
// depths that were left are used again, with all their storage, so that the arena grows only with
// the deepest trace and its widest states.
#ifndef MC_DPOR_INTERNAL_H
#define MC_DPOR_INTERNAL_H

#include "search.h"
#include "thread_set.h"

#define MC_NO_STEP UINT32_MAX

/// The objects of an operation, with that of atomic sections (MC_SECTIONED) and the signals that may
/// interrupt it: its places.
enum { MC_MOST_PLACES = MC_MAX_OPERATION_OBJECTS + 3 };
static inline unsigned mc_places(const struct mc_operation *operation) {
  return mc_first_signals(operation) + operation->signals;
}
/// How many alternatives it has that interrupt it; and the n-th of all, of so many that do not.
static inline unsigned mc_interrupts_of(const struct mc_operation *operation) {
  return operation->signals ? (operation->flags & MC_EINTR ? 2 : 1) : 0;
}
static inline mc_alternative mc_nth_alternative(unsigned universe, unsigned n) {
  return (mc_alternative)(n < universe ? n : MC_INTERRUPTED + (n - universe));
}
/// The step is a busy wait, and not what interrupts it.
static inline bool mc_waits_busily(const struct mc_operation *step) {
  return step->flags & MC_BUSY_WAIT && !mc_is_interrupt(step);
}

/// A step that may run at a state.
struct mc_choice {
  const struct mc_operation *operation; ///< [lend] declared in this frame or one before
  mc_thread thread;
  mc_alternative alternative;
  bool asleep; ///< in the sleep set with which the state was reached
  bool done;   ///< explored from this state
  bool wanted; ///< to be explored from here: the backtrack set of `source`
  bool fatal;  ///< it ended the trace: what could have come after it is not explored
};

/// A step in a sleep set.
struct mc_sleeper {
  const struct mc_operation *operation; ///< [lend] declared in this frame or one before
  mc_alternative alternative;
  bool fatal;
};

struct mc_frame {
  // The state.
  struct mc_choice *choice; ///< [choices] by thread, then alternative
  struct mc_sleeper *sleeper;
  struct mc_operation *declared; ///< operations that became pending with this state
  uint32_t choices, choice_capacity;
  uint32_t exits; ///< so many process exits come behind the choices: see mc_take_exits
  uint32_t sleepers, sleeper_capacity;
  uint32_t declarations, declared_capacity;
  mc_thread_set ordinary;  ///< threads that can run, neither at a busy wait nor at process exit
  mc_thread_set allowed;   ///< threads of `choice`: what the filters leave
  mc_thread_set backtrack; ///< threads to explore from here (Flanagan, Godefroid)
  mc_thread running;       ///< leaving it is a preemption; MC_NO_THREAD: nothing is
  mc_thread turn;          ///< from which on the others are in the order, where delays are bounded
  uint32_t spent;          ///< preemptions or delays among the steps before
  struct mc_wakeup *tree;  ///< sequences to explore from here, after the current step
  bool all;                ///< explore every choice
  bool lost;               ///< a sequence from here is not known: no explored choice goes to sleep
  // The step that the trace takes here.
  struct mc_operation *operation; ///< with the alternative that runs
  uint32_t current;               ///< index into `choice`
  bool settled;                   ///< its races with the steps before it need no second look
  bool several;                   ///< it can have more than one alternative
  uint32_t previous;              ///< the step of its thread before it, or MC_NO_STEP
  uint32_t rank;                  ///< it is its thread's rank-th step in this trace, from 1
  uint32_t old_yield;             ///< what it took the place of, if it is a yield
  uint32_t busy_wait;             ///< the thread's last one before this step
  uint32_t *clock;                ///< [clock_length] how many steps of each thread happen before it
  uint32_t clock_length, clock_capacity;
  uint32_t before[MC_MOST_PLACES]; ///< the step before it on each of its objects
  uint32_t after[MC_MOST_PLACES];  ///< the step after it on each of its objects
  uint32_t loose[MC_MOST_PLACES];  ///< the first later step on each of its objects before
                                   ///< which it does not happen
  uint16_t covers; ///< bit i: all steps before it on its i-th object happen before it
  char *saved;     ///< the states of its objects before it, one after another
  uint32_t saved_capacity;
  struct mc_wakeup *node; ///< of the wakeup tree, by which the step was chosen; or NULL
};

/// So many yields in a row are polling.
enum { MC_POLLING_YIELDS = 10 };

/// What the current trace, or the prefix that it is about to repeat, has made of a thread.
struct mc_trace_thread {
  struct mc_operation *pending;      ///< as declared in a frame, or NULL
  uint32_t last;                     ///< its last step, or MC_NO_STEP
  uint32_t rank;                     ///< how many steps it has made
  uint32_t yields;                   ///< how many of its steps were
  uint32_t yield[MC_POLLING_YIELDS]; ///< the last of them: the n-th at n modulo the length
  uint32_t busy_wait;                ///< its last busy wait, or MC_NO_STEP
};

/// An object as the current trace has used it.
struct mc_trace_object {
  uint32_t last;         ///< the last step on it, plus 1
  uint32_t state_size;   ///< bytes, a multiple of 16
  uint32_t operations;   ///< how many have become pending on it
  mc_thread_set users;   ///< threads that have had an operation on it, in any trace
  bool has_alternatives; ///< in this search: of some operation on it
};

struct mc_fair;
struct mc_wakeup;
struct mc_removals;
struct mc_starvation;

struct mc_search {
  struct mc_arena *arena;
  struct mc_search_config config;
  struct mc_search_counts counts;
  struct mc_frame **chunk; ///< frames in chunks, so that they stay where they are
  uint32_t chunks, chunk_capacity;
  uint32_t kept;  ///< frames kept from the trace before; the last of them has a new step to take
  uint32_t depth; ///< steps of the current trace
  // The rest of the trace is that of its whole prefix while that is repeated.
  uint32_t arrived;             ///< states of which the declarations are in `thread`
  bool is_stale;                ///< begin with the prefix's: the trace before was given up
  struct mc_wakeup *free_nodes; ///< of wakeup trees
  uint64_t wakeup_nodes;        ///< in trees
  struct mc_removals *removals; ///< room for removals.c
  uint32_t *scratch;            ///< the same: one step for each of the trace
  const struct mc_operation **sequence;
  uint32_t scratch_capacity, sequence_capacity;
  bool done;
  bool is_forced; ///< the next step is `forced`
  struct mc_step forced;
  bool limited;          ///< some thread stands still by a limit: mc_is_limited
  bool is_maximal;       ///< the trace has ended as no thread can go on, none at a busy wait
  mc_thread_set met;     ///< threads of the current trace
  mc_thread_set pending; ///< those of them with a pending operation
  uint32_t threads;      ///< one more than the highest of them
  struct mc_trace_thread thread[MC_MAX_THREADS];
  struct mc_trace_object *object;
  uint32_t objects, object_capacity;
  mc_thread (*section_owner)(const void *state); ///< of the object of atomic sections, if there are
  const struct mc_primitive *signals; ///< of the objects by which operations are interrupted, if any
  bool has_alternatives;                         ///< some object has
  bool has_failed;                               ///< some step has, in any trace
  uint32_t busy_waits;                           ///< steps of the current trace that are one
  struct mc_fair *fair;
  struct mc_strategy *strategy;     ///< or NULL: the traces are systematic
  struct mc_estimate *estimate;     ///< or NULL: none is made
  struct mc_starvation *starvation; ///< or NULL: no trace goes on
  struct mc_search *aside;          ///< runs the traces that are no part of this search; or NULL
  bool is_aside;                    ///< the current trace is one of those
  bool is_extension;                ///< ... that goes on with a trace that was cut
  bool is_sampling;                 ///< all are: the first part of `auto`
};

//===- frame.c ------------------------------------------------------------------------------===//

enum { MC_FRAMES_IN_CHUNK = 64 };

static inline struct mc_frame *mc_frame_at(const struct mc_search *search, uint32_t depth) {
  return &search->chunk[depth / MC_FRAMES_IN_CHUNK][depth % MC_FRAMES_IN_CHUNK];
}
/// The frame, made where there is none; NULL: arena full.
struct mc_frame *mc_frame_make(struct mc_search *search, uint32_t depth);
bool mc_reserve_more(struct mc_search *search, void *array, uint32_t *capacity, uint32_t count,
                     size_t size, uint32_t keep);
/// Makes room for `count` elements of `size` bytes at `*array`, whose contents are lost if
/// `keep` is 0, else its first `keep` elements stay. false: arena full.
static inline bool mc_reserve(struct mc_search *search, void *array, uint32_t *capacity,
                              uint32_t count, size_t size, uint32_t keep) {
  return count <= *capacity || mc_reserve_more(search, array, capacity, count, size, keep);
}

//===- model.c ------------------------------------------------------------------------------===//

/// May the step run in that state?
static inline bool mc_is_enabled(const struct mc_operation *step, const void *const state[]) {
  return !(step->flags & MC_AWAITS && step->alternative == MC_FAILURE) &&
         (!step->primitive->enabled || step->primitive->enabled(step, state));
}
/// The same of a step that is an interrupt; `universe`: of its operation.
bool mc_interrupts(const struct mc_operation *step, const struct mc_primitive *signals,
                   const void *const state[], unsigned universe);
/// Runs the step on the states of its places. `signals`: the primitive of those, if it has some.
const char *mc_apply_interrupt(const struct mc_operation *step, const struct mc_primitive *signals,
                               void *const state[], uint64_t *result);
static inline const char *mc_apply(const struct mc_operation *step,
                                   const struct mc_primitive *signals, void *const state[],
                                   uint64_t *result) {
  if (mc_is_interrupt(step))
    return mc_apply_interrupt(step, signals, state, result);
  return step->primitive->apply ? step->primitive->apply(step, state, result) : NULL;
}
/// mc_dependent, at less cost for operations that have nothing in common.
static inline bool mc_are_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  const bool apart = a->objects == 1 && b->objects == 1 && a->object[0] != b->object[0] &&
                     !((a->flags | b->flags) & (MC_PROCESS_EXIT | MC_ATOMIC)) &&
                     !(a->signals | b->signals);
  return !apart && mc_dependent(a, b);
}
/// Both operate on some object.
bool mc_share_object(const struct mc_operation *a, const struct mc_operation *b);
bool mc_coenabled(const struct mc_operation *a, const struct mc_operation *b);
/// Every alternative that the operation can have in this trace is below, but interrupts.
unsigned mc_model_universe(const struct mc_model *model, const struct mc_operation *operation);

//===- trace.c ------------------------------------------------------------------------------===//

void mc_trace_set_pending(struct mc_search *search, struct mc_operation *operation);
/// The trace has come to the state of frame `depth`: what is declared there is pending.
void mc_trace_arrive(struct mc_search *search, struct mc_frame *frame, uint32_t depth);
/// Step `i` has been taken.
void mc_trace_update_thread(struct mc_search *search, uint32_t i);
/// Goes back to the state of frame `depth`.
void mc_trace_retreat(struct mc_search *search, uint32_t depth);
/// Goes from the beginning to the last state of the prefix.
void mc_trace_restore(struct mc_search *search);

//===- search.c -----------------------------------------------------------------------------===//

/// The same kind of operation on the same objects.
bool mc_same_operation(const struct mc_operation *a, const struct mc_operation *b);

//===- choice.c -----------------------------------------------------------------------------===//

/// True if the executed operation was one of polling: a yield, or a timed operation that timed out.
bool mc_is_yield(const struct mc_operation *operation);
/// Every alternative that the operation can have in this trace is below, but interrupts.
unsigned mc_universe(const struct mc_search *search, const struct mc_operation *operation);
/// True if the thread has made all the steps that it may.
bool mc_is_limited(const struct mc_search *search, mc_thread thread);
/// Fills in frame->choice; false: arena full. Where it stays empty, mc_verdict tells why.
bool mc_choices(struct mc_search *search, const struct mc_model *model, struct mc_frame *frame);
enum mc_next_verdict mc_verdict(struct mc_search *search, const struct mc_model *model,
                                enum mc_trace_kind *kind);
/// The choices of the frame and its sleep set are there. Where all that is not known to fail only
/// repeats what it did, process exits take its place.
void mc_replace_by_exits(const struct mc_search *search, const struct mc_model *model,
                         struct mc_frame *frame);
static inline void mc_consider_exits(const struct mc_search *search, const struct mc_model *model,
                                     struct mc_frame *frame) {
  if (search->has_failed || !mc_set_empty(&model->repeating))
    mc_replace_by_exits(search, model, frame);
}
/// Where every choice of the frame is known to fail, and threads stand at process exit, those are
/// choices, too: the first of them, or NULL.
struct mc_choice *mc_take_exits(struct mc_frame *frame);
/// The first choice to explore, or NULL if all are asleep.
struct mc_choice *mc_first_choice(const struct mc_search *search, const struct mc_frame *frame);
/// True if one thread has polled, and nothing but that, while others could run: the search would
/// try every number of turns.
bool mc_polls_alone(const struct mc_search *search, const struct mc_frame *frame);
/// True if the trace reached its depth by polling.
bool mc_polls(const struct mc_search *search);

//===- fair.c -------------------------------------------------------------------------------===//

struct mc_fair *mc_fair_new(struct mc_arena *arena);
void mc_fair_begin(struct mc_fair *fair);
/// The trace has come to the state of `frame` (of which `ordinary` is known) by `step`.
void mc_fair_arrive(struct mc_fair *fair, const struct mc_operation *step, mc_thread_set before,
                    mc_thread_set after);
mc_thread_set mc_fair_filter(const struct mc_fair *fair, mc_thread_set enabled);

//===- dfs.c, dpor.c ------------------------------------------------------------------------===//

void mc_dfs_state(struct mc_frame *frame);

/// `operation` has become pending at the current state: finds its races with the steps before.
void mc_dpor_declared(struct mc_search *search, const struct mc_model *model,
                      const struct mc_operation *operation);
/// Step `i` has been chosen: finds its races with what the other threads have pending.
void mc_dpor_chosen(struct mc_search *search, const struct mc_model *model, uint32_t i);
/// The last step of the trace has ended it: it came before all that the other threads had left.
void mc_dpor_cut(struct mc_search *search);

/// A sequence that a frame should explore: the steps that survive a reversal and the operation that
/// overtakes, as early as may be. Their alternatives are set.
struct mc_sequence {
  const struct mc_operation **step;
  uint32_t length;
  uint32_t due; ///< the first steps: the operation that overtakes and what must happen before it
};

//===- sleep.c ------------------------------------------------------------------------------===//

/// The sleep set of a new state, from the frame before. false: arena full.
bool mc_sleep(struct mc_search *search, const struct mc_model *model, struct mc_frame *frame);

/// True if the step is asleep at the frame, or explored from it.
bool mc_is_explored(const struct mc_frame *frame, const struct mc_operation *step);

/// True if `step` can be the first of an execution that is equivalent to one that begins with the
/// sequence (weak initial). `*place`: where it is in the sequence, or else where what keeps it from
/// being one is; the length of the sequence if nowhere.
bool mc_is_weak_initial(const struct mc_operation *step, const struct mc_sequence *v,
                        uint32_t *place);

/// True if all executions that begin with `v` are equivalent to explored ones from the frame.
/// `*settled` is set if so are those that begin with the steps due of `v` alone.
bool mc_covered_by_sleep(const struct mc_frame *frame, const struct mc_sequence *v, bool *settled);

//===- reversal.c ---------------------------------------------------------------------------===//

/// Finds the races of the trace and has them reversed by the algorithm. `cut`: its last step ended
/// it. `model` as for mc_search_end. false: arena full.
bool mc_reverse_races(struct mc_search *search, const struct mc_model *model, bool cut);

/// A sequence that the frame should explore cannot be told or followed: explores everything.
void mc_lose(struct mc_search *search, struct mc_frame *frame);

//===- optimal.c, source.c ------------------------------------------------------------------===//

/// The first choice at a new frame, or NULL if all are asleep.
const struct mc_choice *mc_optimal_first(struct mc_search *search, struct mc_frame *frame);
/// The next branch of the frame's wakeup tree, or NULL.
const struct mc_choice *mc_optimal_next(struct mc_search *search, struct mc_frame *frame,
                                        uint32_t depth);
/// Sees to it that an execution which begins with `v` is explored from frame `i`. `v` is used up.
/// `*settled` is set if that is so for all that begin with the steps due of `v`: another trace with
/// the same race, in which other steps survive, need not be asked. false: arena full.
bool mc_optimal_reverse(struct mc_search *search, uint32_t i, struct mc_sequence *v, bool *settled);
/// Frees what the trace, at its end, has not followed of its sequence.
void mc_optimal_forget(struct mc_search *search);
void mc_source_reverse(struct mc_search *search, uint32_t i, const struct mc_sequence *v,
                       bool *settled);

#endif // MC_DPOR_INTERNAL_H
