// dpor/dependence.h - what the search asks of an operation and of two: no state but what it is
// given.
//
// A step is an operation of which the alternative is set.
#ifndef MC_DPOR_DEPENDENCE_H
#define MC_DPOR_DEPENDENCE_H

#include "mutant.h"
#include <mcmini/step.h>

/// The objects of an operation, with that of atomic sections (MC_SECTIONED) and the signals that
/// may interrupt it: its places.
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
/// The step was one of polling: a yield, or a timed operation that timed out.
static inline bool mc_is_yield(const struct mc_operation *step) {
  return !mc_is_interrupt(step) &&
         (step->flags & MC_POLL ||
          (step->flags & MC_YIELD && (step->objects == 0 || step->alternative == MC_FAILURE)));
}
/// True if both are the same kind of operation on the same objects.
static inline bool mc_same_operation(const struct mc_operation *a, const struct mc_operation *b) {
  bool same = a->primitive == b->primitive && a->kind == b->kind && a->objects == b->objects &&
              a->signals == b->signals;
  for (unsigned k = 0; same && k < a->objects; k++)
    same = a->object[k] == b->object[k];
  return same;
}

/// May the step run in that state?
static inline bool mc_is_enabled(const struct mc_operation *step, const void *const state[]) {
  return !(step->flags & MC_AWAITS && step->alternative == MC_FAILURE) &&
         (!step->primitive->enabled || step->primitive->enabled(step, state));
}
/// The same for a step that is an interrupt; `universe` is that of its operation.
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

/// They have nothing in common, whatever their alternatives: so much is seen at once.
static inline bool mc_are_apart(const struct mc_operation *a, const struct mc_operation *b) {
  return a->objects == 1 && b->objects == 1 && a->object[0] != b->object[0] &&
         !((a->flags | b->flags) & (MC_PROCESS_EXIT | MC_ATOMIC)) && !(a->signals | b->signals);
}
/// mc_dependent, at less cost for most operations: they have one object, and nothing is special
/// about them.
static inline bool mc_are_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  enum { SPECIAL = MC_PROCESS_EXIT | MC_BUSY_WAIT | MC_ATOMIC };
  if (a->objects != 1 || b->objects != 1 || (a->flags | b->flags) & SPECIAL ||
      a->signals | b->signals)
    return mc_dependent(a, b);
  if (a->object[0] != b->object[0])
    return false;
  const struct mc_primitive *primitive = a->primitive;
  if (primitive != b->primitive || !primitive->dependent || mc_is_mutant("drop", a) ||
      mc_is_mutant("drop", b))
    return mc_dependent(a, b);
  return primitive->dependent(a, b) || primitive->dependent(b, a);
}
/// Both operate on some object.
bool mc_share_object(const struct mc_operation *a, const struct mc_operation *b);
bool mc_coenabled(const struct mc_operation *a, const struct mc_operation *b);

#endif // MC_DPOR_DEPENDENCE_H
