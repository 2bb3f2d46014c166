// dpor/reversal.h - what reversal.c and survivors.c share: a pair of steps that is to be reversed.
// The terms are those of reversal.c.
#ifndef MC_DPOR_REVERSAL_H
#define MC_DPOR_REVERSAL_H

#include "clock.h"
#include "internal.h"

enum { MC_MOST_OBJECTS = 16 }; ///< whose states are followed for one f

/// The set Y: the steps beside e that are removed.
struct mc_removal {
  const uint32_t *step;
  unsigned steps;
};

struct mc_reversal {
  struct mc_search *search;
  struct mc_execution *x; ///< of the search
  const struct mc_model *model;
  uint32_t end;          ///< no step from here on survives anything
  uint32_t branch;       ///< steps before this one were in the trace before
  uint32_t limit;        ///< no step from here on is e
  bool prune;            ///< leave out pairs of which another trace takes care
  bool covered;          ///< so far all reversals of f are covered
  bool is_fixed;         ///< so far what they rest on is known: `basis`
  struct mc_basis basis;
  struct mc_operation f; ///< with the alternative in question
  uint32_t own;          ///< its place in the trace; the depth if it is pending
  uint32_t last;         ///< the step of f's thread before it, or MC_NO_STEP
  uint32_t i, rank;      ///< e, and its rank in its thread
  mc_thread thread;      ///< of e
  uint32_t end_of_k;     ///< the steps from here on do not survive e
};

/// What is known of the objects of f after K.
struct mc_simulation {
  mc_object object[MC_MOST_OBJECTS];
  unsigned objects;
  _Alignas(16) char state[MC_MOST_OBJECTS][MC_MAX_STATE];
  uint32_t steps; ///< of K on the objects: search->scratch[0 .. steps)
};

static inline bool mc_touches(const struct mc_operation *operation, mc_object object) {
  for (unsigned k = 0; k < mc_places(operation); k++)
    if (operation->object[k] == object)
      return true;
  return false;
}

/// Step j, later than e, is in K.
static inline bool mc_survives(const struct mc_reversal *r, const struct mc_removal *y,
                               uint32_t j) {
  if (j >= r->end_of_k || mc_clock_of(r->x, j, r->thread) >= r->rank)
    return false;
  for (unsigned k = 0; k < y->steps; k++)
    if (y->step[k] <= j && mc_happens_before(r->x, y->step[k], j))
      return false;
  return true;
}

//===- survivors.c --------------------------------------------------------------------------===//

/// Makes step i the e of the reversal.
void mc_set_e(struct mc_reversal *r, uint32_t i);
/// The first step after e that is ordered after all that ran before it: a busy wait; or the end.
uint32_t mc_end_after(const struct mc_reversal *r, uint32_t i);
/// The past of f in its own thread survives, too.
bool mc_past_survives(const struct mc_reversal *r, const struct mc_removal *y);
/// The states of f's objects after K. false: they are not known.
bool mc_simulate(const struct mc_reversal *r, const struct mc_removal *y, struct mc_simulation *s);
/// The same in parts: the states before K's first step; then a step of K, one after the other.
bool mc_simulate_begin(const struct mc_reversal *r, const struct mc_removal *y,
                       struct mc_simulation *s);
void mc_simulate_step(const struct mc_reversal *r, struct mc_simulation *s, uint32_t j);
/// f is enabled in those states.
bool mc_is_enabled_after(const struct mc_reversal *r, const struct mc_simulation *s);

/// Some of an operation's objects.
struct mc_objects {
  const mc_object *object;
  unsigned count;
};
/// Those that the step may change.
struct mc_objects mc_acted_on(const struct mc_operation *step);
bool mc_acts_on(const struct mc_operation *step, mc_object object);
/// Those whose states say whether f is enabled.
struct mc_objects mc_asked(const struct mc_operation *f);
/// The simulation has these objects, too. false: too many.
bool mc_follow(struct mc_simulation *s, struct mc_objects places);
/// Adds a step to ascending ones, once.
void mc_add_step(uint32_t *step, uint32_t *steps, uint32_t j);
void mc_simulate_operation(const struct mc_execution *x, struct mc_simulation *s,
                           const struct mc_operation *step);
/// `universe` is that of f; only an interrupt needs it.
bool mc_is_enabled_in(const struct mc_execution *x, const struct mc_operation *f, unsigned universe,
                      const struct mc_simulation *s);

//===- removals.c ---------------------------------------------------------------------------===//

/// Uses a removal, which is there until the function returns. false: arena full.
typedef bool mc_use_removal(struct mc_reversal *r, const struct mc_removal *y);

/// Calls `use` for each minimal set Y with `base` after which f is enabled, the small ones first.
/// `s` is the simulation with `base`, after which f is not; it is used up. `*limited`: there may be
/// more sets. false: arena full.
bool mc_each_removal(struct mc_reversal *r, const struct mc_removal *base, struct mc_simulation *s,
                     mc_use_removal *use, bool *limited);

#endif // MC_DPOR_REVERSAL_H
