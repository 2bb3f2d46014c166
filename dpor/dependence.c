// dpor/dependence.c - see dependence.h.
#include "dependence.h"

#include "mutant.h"

//===- Interrupts -----------------------------------------------------------------------------===//

bool mc_interrupts(const struct mc_operation *step, const struct mc_primitive *signals,
                   const void *const state[], unsigned universe) {
  const struct mc_operation delivery = mc_delivery(step, signals);
  const bool never_before = (step->flags & MC_BEGUN) == MC_BEGUN ||
                            (step->handled_waiting && step->flags & MC_EINTR); // cut short instead
  if ((step->alternative == MC_INTERRUPTED && never_before) ||
      !mc_is_enabled(&delivery, state + mc_first_signals(step)))
    return false;
  struct mc_operation other = *step;
  for (unsigned a = 0; mc_interrupts_wait(step) && step->objects && a < universe; a++) {
    other.alternative = (mc_alternative)a;
    const bool is_timeout = step->flags & MC_YIELD && a == MC_FAILURE;
    if (!is_timeout && mc_is_enabled(&other, state))
      return false;
  }
  return true;
}

const char *mc_apply_interrupt(const struct mc_operation *step, const struct mc_primitive *signals,
                               void *const state[], uint64_t *result) {
  const struct mc_operation delivery = mc_delivery(step, signals);
  return signals->apply(&delivery, state + mc_first_signals(step), result);
}

//===- Pairs ----------------------------------------------------------------------------------===//

bool mc_share_object(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned j = 0; j < b->objects; j++)
      if (a->object[i] == b->object[j])
        return true;
  return false;
}

static bool says_dependent(const struct mc_primitive *primitive, const struct mc_operation *a,
                           const struct mc_operation *b) {
  return !primitive->dependent || primitive->dependent(a, b) || primitive->dependent(b, a);
}

/// True if nothing but a handler ends the step's wait.
static bool waits_for_handler(const struct mc_operation *step,
                              const struct mc_operation *delivery) {
  return (step->flags & MC_BEGUN) == MC_BEGUN && mc_share_object(delivery, step);
}

/// `a` is an interrupt. Two of them take from the signals of the process, if they share them.
static bool interrupts_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  const struct mc_operation delivery = mc_delivery(a, b->primitive);
  if (mc_is_interrupt(b)) {
    const struct mc_operation other = mc_delivery(b, b->primitive);
    return mc_share_object(&delivery, &other);
  }
  return (mc_share_object(&delivery, b) && says_dependent(b->primitive, &delivery, b)) ||
         (mc_interrupts_wait(a) && !waits_for_handler(a, &delivery) && mc_share_object(a, b));
}

bool mc_dependent(const struct mc_operation *a, const struct mc_operation *b) {
  if (mc_is_mutant("drop", a) || mc_is_mutant("drop", b))
    return false;
  const uint16_t both = a->flags & b->flags, either = a->flags | b->flags;
  if (either & MC_PROCESS_EXIT)
    return both & MC_PROCESS_EXIT;
  if (either & MC_BUSY_WAIT && !mc_is_interrupt(a) && !mc_is_interrupt(b))
    return false;
  if (either & MC_ATOMIC)
    return a->flags & (MC_ATOMIC | MC_SECTIONED) && b->flags & (MC_ATOMIC | MC_SECTIONED);
  if (mc_is_interrupt(a) || mc_is_interrupt(b))
    return mc_is_interrupt(a) ? interrupts_dependent(a, b) : interrupts_dependent(b, a);
  if (!mc_share_object(a, b))
    return false;
  return says_dependent(a->primitive, a, b) ||
         (a->primitive != b->primitive && says_dependent(b->primitive, a, b));
}

static bool says_coenabled(const struct mc_primitive *primitive, const struct mc_operation *a,
                           const struct mc_operation *b) {
  return !primitive->coenabled || (primitive->coenabled(a, b) && primitive->coenabled(b, a));
}

bool mc_coenabled(const struct mc_operation *a, const struct mc_operation *b) {
  if (mc_is_interrupt(a) || mc_is_interrupt(b))
    return true;
  return says_coenabled(a->primitive, a, b) &&
         (a->primitive == b->primitive || says_coenabled(b->primitive, a, b));
}

//===- Relations ------------------------------------------------------------------------------===//

// In an atomic section only its begin keeps others out.
bool mc_asks_may_disable(const struct mc_operation *step, const struct mc_operation *f) {
  if (mc_is_interrupt(step) || mc_is_interrupt(f))
    return mc_dependent(step, f);
  if ((step->flags | f->flags) & MC_ATOMIC && step->flags & MC_SECTIONED) {
    struct mc_operation plain_step = *step, plain_f = *f;
    plain_step.flags &= (uint16_t)~(MC_ATOMIC | MC_SECTIONED);
    plain_f.flags &= (uint16_t)~(MC_ATOMIC | MC_SECTIONED);
    return mc_asks_may_disable(&plain_step, &plain_f);
  }
  return mc_dependent(step, f) && (step->primitive != f->primitive || !f->primitive->may_disable ||
                                   f->primitive->may_disable(step, f));
}

static void set(struct mc_operation *operation, unsigned place, unsigned bit, bool is) {
  const uint64_t relation = mc_relation_at(operation, place) | (uint64_t)is << bit;
  memcpy(&operation->object[place], &relation, sizeof relation);
}

void mc_relate(struct mc_operation *operation, const struct mc_operation *other) {
  const unsigned bit = other->object[MC_NUMBER] - 1u;
  set(operation, MC_DEPENDENT, bit, mc_dependent(operation, other));
  if (operation->object[MC_NUMBER] > MC_MOST_DISABLING)
    return;
  set(operation, MC_DISABLING, bit, mc_asks_may_disable(operation, other));
  set(operation, MC_DISABLING, bit + 32, mc_asks_may_disable(other, operation));
}
