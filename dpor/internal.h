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

/// A step that may run at a state.
struct mc_choice {
  mc_thread thread;
  mc_alternative alternative;
  bool asleep; ///< in the sleep set with which the state was reached
  bool done;   ///< explored from this state
};

/// A step in a sleep set.
struct mc_sleeper {
  const struct mc_operation *operation; ///< [lend] declared in this frame or one before
  mc_alternative alternative;
};

struct mc_frame {
  // The state.
  struct mc_choice *choice; ///< [choices] by thread, then alternative
  struct mc_sleeper *sleeper;
  struct mc_operation *declared; ///< operations that became pending with this state
  uint32_t choices, choice_capacity;
  uint32_t sleepers, sleeper_capacity;
  uint32_t declarations, declared_capacity;
  mc_thread_set ordinary;  ///< threads that can run, neither at a busy wait nor at process exit
  mc_thread_set allowed;   ///< threads of `choice`: what the filters leave
  mc_thread_set backtrack; ///< threads to explore from here (Flanagan, Godefroid)
  // The step that the trace takes here.
  struct mc_operation *operation; ///< with the alternative that runs
  uint32_t current;               ///< index into `choice`
  uint32_t rank;                  ///< it is its thread's rank-th step in this trace, from 1
  uint32_t *clock;                ///< [clock_length] how many steps of each thread happen before it
  uint32_t clock_length, clock_capacity;
  uint32_t before[MC_MAX_OPERATION_OBJECTS]; ///< the step before it on each of its objects
  uint8_t covers; ///< bit i: all steps before it on its i-th object happen before it
};

/// What the current trace has made of a thread.
struct mc_trace_thread {
  struct mc_operation *pending; ///< as declared in a frame, or NULL
  uint32_t last;                ///< its last step, or MC_NO_STEP
  uint32_t rank;                ///< how many steps it has made
  uint32_t yield[3];            ///< its last three yields, latest first, or MC_NO_STEP
  uint32_t busy_wait;           ///< its last busy wait, or MC_NO_STEP
};

struct mc_fair;

struct mc_search {
  struct mc_arena *arena;
  struct mc_search_config config;
  struct mc_search_counts counts;
  struct mc_frame **chunk; ///< frames in chunks, so that they stay where they are
  uint32_t chunks, chunk_capacity;
  uint32_t kept;  ///< frames kept from the trace before; the last of them has a new step to take
  uint32_t depth; ///< steps of the current trace
  bool done;
  bool is_forced; ///< the next step is `forced`
  struct mc_step forced;
  bool limited;      ///< some thread has used up max_depth_per_thread
  mc_thread_set met; ///< threads of the current trace
  uint32_t threads;  ///< one more than the highest of them
  struct mc_trace_thread thread[MC_MAX_THREADS];
  uint32_t *object_last; ///< the last step on each object, plus 1
  uint32_t objects, object_capacity;
  struct mc_fair *fair;
};

//===- frame.c ------------------------------------------------------------------------------===//

struct mc_frame *mc_frame_at(const struct mc_search *search, uint32_t depth);
/// The frame, made where there is none; NULL: arena full.
struct mc_frame *mc_frame_make(struct mc_search *search, uint32_t depth);
/// Makes room for `count` elements of `size` bytes at `*array`, whose contents are lost if
/// `keep` is 0, else its first `keep` elements stay. false: arena full.
bool mc_reserve(struct mc_search *search, void *array, uint32_t *capacity, uint32_t count,
                size_t size, uint32_t keep);

//===- model.c ------------------------------------------------------------------------------===//

bool mc_coenabled(const struct mc_operation *a, const struct mc_operation *b);
/// Every alternative that the operation can have in this trace is below.
unsigned mc_model_universe(const struct mc_model *model, const struct mc_operation *operation);

//===- choice.c -----------------------------------------------------------------------------===//

/// True if the executed operation was one of polling: a yield, or a timed operation that timed out.
bool mc_is_yield(const struct mc_operation *operation);
/// True if the thread has made all the steps that it may.
bool mc_is_limited(const struct mc_search *search, mc_thread thread);
/// Fills in frame->choice; false: arena full. Where it stays empty, mc_verdict tells why.
bool mc_choices(struct mc_search *search, const struct mc_model *model, struct mc_frame *frame);
enum mc_next_verdict mc_verdict(const struct mc_search *search, const struct mc_model *model,
                                enum mc_trace_kind *kind);
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

/// The sleep set of a new state, from the frame before. false: arena full.
bool mc_dpor_sleep(struct mc_search *search, struct mc_frame *frame);
/// `operation` has become pending at the current state: finds its races with the steps before.
void mc_dpor_declared(struct mc_search *search, const struct mc_model *model,
                      const struct mc_operation *operation);
/// Step `i` has been chosen: finds its races with what the other threads have pending.
void mc_dpor_chosen(struct mc_search *search, const struct mc_model *model, uint32_t i);
/// The last step of the trace has ended it: it came before all that the other threads had left.
void mc_dpor_cut(struct mc_search *search);

#endif // MC_DPOR_INTERNAL_H
