// dpor/model.h - the program as the search sees it: objects with a state, threads with a pending
// operation. It knows primitives only by the callbacks of <mcmini/primitive.h>.
//
// The runtime keeps one model of the real program; tests keep one of an abstract program.
// Ownership: everything lies in the caller's arena; a copy of the arena is a copy of the model.
#ifndef MC_DPOR_MODEL_H
#define MC_DPOR_MODEL_H

#include "arena.h"
#include "thread_set.h"
#include <mcmini/step.h>

/// A thread with one of the alternatives of its pending operation.
struct mc_step {
  mc_thread thread;
  mc_alternative alternative;
};

enum {
  MC_MAX_UNIVERSE = MC_MAX_THREADS + 8,
  MC_MAX_ALTERNATIVES = MC_MAX_UNIVERSE + 2, ///< with those of an interrupt
};

struct mc_model_object {
  const struct mc_primitive *primitive; ///< NULL: this trace has not met the object
  const volatile void *address;         ///< for `observe`; NULL in abstract programs
  void *state;                          ///< primitive->state_size bytes in the arena
  unsigned operations;                  ///< how many were declared on it in this trace
};

struct mc_model_thread {
  bool finished;
  struct mc_operation operation; ///< what it does next, or did last
  uint64_t result;               ///< of its last step
};

struct mc_model {
  struct mc_arena *arena;
  struct mc_model_object *object; ///< [object_count], numbered by mc_object
  unsigned object_count;          ///< one more than the highest object met
  unsigned object_capacity;
  unsigned renewals;        ///< how often an object was begun anew in this trace
  unsigned thread_count;    ///< one more than the highest thread met
  mc_thread_set pending;    ///< threads that have an operation to do; the others are not there yet,
                            ///< between two operations, or finished
  mc_thread_set repeating;  ///< threads known only to repeat what they have done, while the others
                            ///< do nothing: process exit need not wait for them
  uint32_t repeating_since; ///< the first of the steps by which that is known
  mc_thread_set left;       ///< threads that perhaps only repeat it: process exit does not wait for
                            ///< them where they poll
  struct mc_model_thread thread[MC_MAX_THREADS];
};

void mc_model_init(struct mc_model *model, struct mc_arena *arena);

/// `number` is from now on an object of that primitive with a copy of `state` (state_size bytes).
/// The caller gives the same object the same number in all traces of a search, and never one number
/// to objects of two primitives; in one trace it may begin an object anew. Numbers should be dense.
/// false: the arena is full.
bool mc_model_object_put(struct mc_model *model, mc_object number,
                         const struct mc_primitive *primitive, const volatile void *address,
                         const void *state);

/// `operation` is what operation->thread does next (its alternative is ignored).
void mc_model_declare(struct mc_model *model, const struct mc_operation *operation);

/// The thread will do nothing more.
void mc_model_finish(struct mc_model *model, mc_thread thread);

/// The thread's pending operation, or NULL [lend: until the model changes].
static inline const struct mc_operation *mc_model_pending(const struct mc_model *model,
                                                          mc_thread thread) {
  return mc_set_has(&model->pending, thread) ? &model->thread[thread].operation : NULL;
}

/// All alternatives that the operation can have in this trace are below this number, but
/// interrupts.
unsigned mc_model_universe(const struct mc_model *model, const struct mc_operation *operation);

/// The alternatives of the thread's pending operation that are enabled now, in ascending order;
/// returns how many. `out` may be NULL. Reads memory through `observe` where a primitive has it.
unsigned mc_model_alternatives(const struct mc_model *model, mc_thread thread,
                               mc_alternative out[MC_MAX_ALTERNATIVES]);
/// The same for an operation that need not be pending.
unsigned mc_model_alternatives_of(const struct mc_model *model,
                                  const struct mc_operation *operation,
                                  mc_alternative out[MC_MAX_ALTERNATIVES]);

/// The same for one that has one place and one alternative.
unsigned mc_model_first_alternative(const struct mc_model *model,
                                    const struct mc_operation *operation, mc_alternative out[]);

/// Is the step enabled now?
bool mc_model_is_enabled(const struct mc_model *model, struct mc_step step);

/// The other thread in whose atomic section the operation would fall, or MC_NO_THREAD.
mc_thread mc_model_shut_out_by(const struct mc_model *model, const struct mc_operation *operation);

/// True if some thread has an operation flagged MC_DROPS pending: the trace is neither a deadlock
/// nor a livelock.
bool mc_model_drops(const struct mc_model *model);

/// Runs an enabled step; afterwards the thread has no pending operation.
/// Returns NULL or the misuse; `*result` is what the program gets.
const char *mc_model_apply(struct mc_model *model, struct mc_step step, uint64_t *result);

#endif // MC_DPOR_MODEL_H
