// dpor/dependence.h - what the search asks of an operation and of two: no state but what it is
// given.
//
// A step is an operation of which the alternative is set.
#ifndef MC_DPOR_DEPENDENCE_H
#define MC_DPOR_DEPENDENCE_H

#include "mutant.h"
#include <mcmini/step.h>
#include <string.h>

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

//===- Relations ------------------------------------------------------------------------------===//

// How an operation with one place and one alternative stands to those that were met before it on
// its object (local.c): the callbacks, which look at nothing but the two, are asked once. The
// answers lie in `object`, behind the one place, so that each copy of the operation has them.

enum {
  MC_MOST_RELATED = 64,   ///< operations of an object, by their number from 1
  MC_MOST_DISABLING = 32, ///< those of them of which it is known what they may disable
  // Where they lie: the number; on which of the lower ones it is dependent; which it may disable,
  // and 32 bits higher, which may disable it.
  MC_NUMBER = 1,
  MC_DEPENDENT = 2,
  MC_DISABLING = 6,
};

static inline bool mc_has_relation(const struct mc_operation *operation) {
  enum { SPECIAL = MC_PROCESS_EXIT | MC_BUSY_WAIT | MC_ATOMIC | MC_SECTIONED };
  return operation->objects == 1 && !operation->signals && !(operation->flags & SPECIAL);
}
static inline uint64_t mc_relation_at(const struct mc_operation *operation, unsigned place) {
  uint64_t relation;
  _Static_assert(sizeof operation->object >= MC_DISABLING * sizeof(mc_object) + sizeof relation,
                 "room");
  memcpy(&relation, &operation->object[place], sizeof relation);
  return relation;
}
static inline void mc_forget_relation(struct mc_operation *operation) {
  if (mc_has_relation(operation))
    operation->object[MC_NUMBER] = 0;
}
/// The operation has a number: it has one alternative, however many use its object.
static inline bool mc_has_number(const struct mc_operation *operation) {
  return mc_has_relation(operation) && operation->object[MC_NUMBER];
}
/// The operation, which has a number, is asked about one with the same or a lower one.
void mc_relate(struct mc_operation *operation, const struct mc_operation *other);

#ifdef MC_CHECK_RELATIONS // in tests: the callbacks say the same
#define MC_AS_ASKED(known, asked)                                                                  \
  ((known) == (asked) || (__builtin_trap(), false) ? (known) : false)
#else
#define MC_AS_ASKED(known, asked) (known)
#endif

/// mc_dependent, at less cost for most operations.
static inline bool mc_are_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (!mc_has_relation(a) || !mc_has_relation(b))
    return mc_dependent(a, b);
  if (a->object[0] != b->object[0])
    return false;
  const unsigned of_a = a->object[MC_NUMBER], of_b = b->object[MC_NUMBER];
  if (!of_a || !of_b)
    return mc_dependent(a, b);
  const bool is = of_a > of_b ? mc_relation_at(a, MC_DEPENDENT) >> (of_b - 1) & 1
                              : mc_relation_at(b, MC_DEPENDENT) >> (of_a - 1) & 1;
  return MC_AS_ASKED(is, mc_dependent(a, b));
}

/// Asks the primitives whether `step`, put back, could hinder `f`.
bool mc_asks_may_disable(const struct mc_operation *step, const struct mc_operation *f);
/// The same, at less cost for most operations.
static inline bool mc_may_disable(const struct mc_operation *step, const struct mc_operation *f) {
  if (!mc_has_relation(step) || !mc_has_relation(f))
    return mc_asks_may_disable(step, f);
  if (step->object[0] != f->object[0])
    return false;
  const unsigned of_step = step->object[MC_NUMBER], of_f = f->object[MC_NUMBER];
  if (!of_step || !of_f || of_step > MC_MOST_DISABLING || of_f > MC_MOST_DISABLING)
    return mc_asks_may_disable(step, f);
  const bool may = of_step > of_f ? mc_relation_at(step, MC_DISABLING) >> (of_f - 1) & 1
                                  : mc_relation_at(f, MC_DISABLING) >> (of_step + 31) & 1;
  return MC_AS_ASKED(may, mc_asks_may_disable(step, f));
}

/// Both operate on some object.
bool mc_share_object(const struct mc_operation *a, const struct mc_operation *b);
bool mc_coenabled(const struct mc_operation *a, const struct mc_operation *b);

#endif // MC_DPOR_DEPENDENCE_H
