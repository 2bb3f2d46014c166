// dpor/execution.h - the current trace: its steps, and what it has made of threads and objects.
//
// Frame d is the step that the trace takes at point d of the tree, and what became pending with the
// state there. A step is known by the number of its frame. The steps of the prefix stay from trace
// to trace, as they need not be taken again; but nothing is lost with them: where they are missing,
// the next trace makes them anew (mc_search_resume).
#ifndef MC_DPOR_EXECUTION_H
#define MC_DPOR_EXECUTION_H

#include "model.h"
#include "dependence.h"

#define MC_NO_STEP UINT32_MAX

/// A step on one of its objects.
struct mc_frame_place {
  uint32_t before, after; ///< the steps before and after it there
  uint32_t loose;         ///< the first later one there before which it does not happen
};

/// Step `step`, on its `place`-th object, does not happen before `later`, the first such step.
struct mc_loosened {
  uint32_t step, place, later;
};

enum { MC_BASIS_OBJECTS = 4 };

/// What the last look for the reversals of an operation rests on: reversal.c.
struct mc_basis {
  uint32_t end; ///< no step from here on was on its objects, or on these; 0: look again
  uint16_t all; ///< alternatives that it had
  uint8_t objects;
  mc_object object[MC_BASIS_OBJECTS]; ///< beside its own
};

/// What most steps need is on the first of three cache lines.
struct mc_frame {
  struct mc_operation *operation; ///< the step, with the alternative that runs
  uint32_t *clock;                ///< [clock_length] how many steps of each thread happen before it
  char *saved;                    ///< the states of its objects before it, one after another
  uint32_t rank;                  ///< it is its thread's rank-th step in this trace, from 1
  uint32_t previous;              ///< the step of its thread before it, or MC_NO_STEP
  uint16_t covers; ///< bit i: all steps before it on its i-th object happen before it
  uint16_t clock_length;
  uint32_t number;       ///< of the operation: mc_declared
  uint32_t first;        ///< operations that became pending with the state: mc_declared,
  uint16_t declarations; ///< so many
  bool several : 1;      ///< it can have more than one alternative
  bool is_on_one : 1;    ///< it has one place
  uint8_t thread;        ///< whose step it is
  uint16_t clock_capacity, saved_capacity;
  struct mc_frame_place place[MC_MOST_PLACES];
  uint32_t old_yield; ///< if it is a yield: the one that it replaced in `yield`
  uint32_t busy_wait; ///< if it is a busy wait: the thread's one before it
};
_Static_assert(offsetof(struct mc_frame, place[1]) == MC_CACHE_LINE,
               "the first place is there, too");
_Static_assert(sizeof(struct mc_frame) == 3 * MC_CACHE_LINE, "frames lie side by side");

/// So many yields in a row are polling.
enum { MC_POLLING_YIELDS = 10 };

/// What the current trace, or the prefix that it is about to repeat, has made of a thread.
struct mc_trace_thread {
  struct mc_operation *pending;      ///< or NULL
  uint32_t number;                   ///< of that: mc_declared
  uint32_t last;                     ///< its last step, or MC_NO_STEP
  uint32_t rank;                     ///< how many steps it has made
  uint32_t yields;                   ///< how many of its steps were yields
  uint32_t yield[MC_POLLING_YIELDS]; ///< the last of them: the n-th at n modulo the length
  uint32_t busy_wait;                ///< its last busy wait, or MC_NO_STEP
  uint32_t blocked;  ///< not 0: `pending` was not enabled; one more than where the steps on its
                     ///< objects ended
  uint32_t asked;    ///< steps of the trace then
  unsigned universe; ///< of its alternatives then
  unsigned renewals; ///< of objects, before that: mc_model
};

/// An object as the current trace has used it.
struct mc_trace_object {
  uint32_t last;       ///< the last step on it, plus 1
  uint32_t state_size; ///< bytes, a multiple of 16
  uint32_t operations; ///< how many have become pending on it
};

struct mc_execution {
  struct mc_arena *arena;
  struct mc_frame **chunk; ///< frames in chunks, so that they stay where they are
  uint32_t chunks, chunk_capacity;
  struct mc_operation **declared; ///< in chunks, too: what became pending, one after another
  uint32_t declared_chunks, declared_capacity;
  struct mc_basis *basis; ///< of each of these: mc_declared
  uint32_t *history;      ///< of each: struct mc_history, or 0
  uint32_t bases, history_capacity;
  uint32_t *open; ///< [opens] steps that each trace looks at again, ascending: reversal.c
  uint32_t opens, open_capacity;
  bool all_open;                ///< `open` is not known
  struct mc_loosened *loosened; ///< [loose] by `later`, ascending
  uint32_t loose, loose_capacity;
  uint32_t kept;  ///< frames kept from the trace before: those of the whole prefix, or none
  uint32_t depth; ///< steps of the current trace
  // While kept frames are repeated, what follows is already as it will be behind the last of them.
  uint32_t arrived;      ///< so many states have their declarations in `thread`
  bool is_stale;         ///< the trace before was given up: what follows is to be made anew
  bool limited;          ///< some thread stands still by a limit: mc_is_limited
  bool is_maximal;       ///< the trace has ended: no thread can go on, none is at a busy wait
  mc_thread_set met;     ///< threads of the current trace
  mc_thread_set pending; ///< those of them with a pending operation
  mc_thread_set local;   ///< those of these whose operation is local
  uint32_t threads;      ///< one more than the highest of them
  struct mc_trace_thread thread[MC_MAX_THREADS];
  struct mc_trace_object *object;
  uint32_t objects, object_capacity;
  uint32_t busy_waits;                           ///< steps of the current trace that are one
  mc_thread (*section_owner)(const void *state); ///< of the object of atomic sections, if there are
  const struct mc_primitive
      *signals; ///< of the objects by which operations are interrupted, if any
};

void mc_execution_init(struct mc_execution *x, struct mc_arena *arena);

//===- Frames ---------------------------------------------------------------------------------===//

enum { MC_IN_CHUNK = 64 };

static inline struct mc_frame *mc_frame_at(const struct mc_execution *x, uint32_t depth) {
  return &x->chunk[depth / MC_IN_CHUNK][depth % MC_IN_CHUNK];
}
/// Makes room for the frame. false: arena full.
bool mc_frame_make_chunk(struct mc_execution *x);
static inline bool mc_frame_make(struct mc_execution *x, uint32_t depth) {
  return depth / MC_IN_CHUNK < x->chunks || mc_frame_make_chunk(x);
}

/// The n-th operation that became pending in the trace.
static inline struct mc_operation *mc_declared(const struct mc_execution *x, uint32_t n) {
  return &x->declared[n / MC_IN_CHUNK][n % MC_IN_CHUNK];
}

/// All alternatives that the operation can have in this trace are below this number, but
/// interrupts.
unsigned mc_universe(const struct mc_execution *x, const struct mc_operation *operation);

//===- There and back -------------------------------------------------------------------------===//

/// The trace has come to a state. If it has not been there, nothing has become pending there yet.
static inline void mc_trace_arrive(struct mc_execution *x) {
  if (x->arrived > x->depth) // it has been there
    return;
  const struct mc_frame *before = x->depth > 0 ? mc_frame_at(x, x->depth - 1) : NULL;
  struct mc_frame *frame = mc_frame_at(x, x->depth);
  frame->first = before ? before->first + before->declarations : 0;
  frame->declarations = 0;
  x->arrived = x->depth + 1;
}
/// The operation has become pending there. Returns its copy; NULL: arena full.
struct mc_operation *mc_trace_declare(struct mc_execution *x, const struct mc_operation *operation);
/// What the thread can do at the state that the trace has come to: mc_model_alternatives. A thread
/// that waits is not asked again before a step on the objects that it waits for.
unsigned mc_trace_alternatives(struct mc_execution *x, const struct mc_model *model,
                               mc_thread thread, mc_alternative out[MC_MAX_ALTERNATIVES]);
/// Step `i` has been taken.
void mc_trace_update_thread(struct mc_execution *x, uint32_t i);
/// The trace is over: keeps its first `kept` frames, or none if it has fewer.
void mc_trace_keep(struct mc_execution *x, uint32_t kept);
/// Makes threads and objects anew, as they are at the last state of the kept frames.
void mc_trace_restore(struct mc_execution *x);

#endif // MC_DPOR_EXECUTION_H
