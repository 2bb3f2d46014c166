// dpor/removals.c - the minimal sets Y of steps whose removal makes f enabled.
//
// Terms:  those of reversal.c. A set is closed: with a step goes all that it happens before. It is
//         written as the steps that were chosen, of which none happens before another one.
// How:    K's steps on f's objects are gone through in order, each kept or removed; what has been
//         decided so far is a set and the states of the objects. Sets of one chosen step come
//         first, then those of two, and so on. A partial decision is given up if its set contains
//         one that was found, or if another one has the same states with fewer steps removed: both
//         would go on alike, and the other one stays smaller.
// Cost:   a variable that n writes have changed has n states, so n sets are looked at after each of
//         them, where it has 2^n subsets.
#include "reversal.h"

#include <string.h>

enum { MOST = 1 << 14 }; // partial decisions, and sets, for one pair

static const uint32_t NONE = UINT32_MAX;

struct set {
  uint32_t rest; ///< without its last step; or NONE
  uint32_t step, size;
};

struct partial {
  uint32_t set;  ///< or NONE: the empty one
  uint32_t next; ///< after the same number of steps, or NONE
};

struct mc_removals {
  uint32_t *step, *latest, *last_layer, *layer; ///< [steps + 1]; of layers: their first partials
  struct set *set;
  struct partial *partial;
  char *state; ///< of each partial
  uint32_t *found;
  uint32_t *chosen; ///< of the set at hand
  uint32_t step_capacity, latest_capacity, last_layer_capacity, layer_capacity, set_capacity,
      partial_capacity, state_capacity, found_capacity, chosen_capacity;
  uint32_t steps, sets, partials, founds, state_size;
  bool limited;
};

static bool reserve(struct mc_reversal *r, struct mc_removals *a) {
  struct mc_arena *arena = r->search->arena;
  return mc_reserve(arena, &a->latest, &a->latest_capacity, a->steps + 1, sizeof *a->latest, 0) &&
         mc_reserve(arena, &a->last_layer, &a->last_layer_capacity, a->steps + 2,
                    sizeof *a->last_layer, 0) &&
         mc_reserve(arena, &a->layer, &a->layer_capacity, a->steps + 2, sizeof *a->layer, 0) &&
         mc_reserve(arena, &a->chosen, &a->chosen_capacity, a->steps + 1, sizeof *a->chosen, 0);
}

//===- Sets -----------------------------------------------------------------------------------===//

/// Step j goes with the set.
static bool contains(const struct mc_reversal *r, uint32_t set, uint32_t j) {
  const struct mc_removals *a = r->search->removals;
  for (; set != NONE; set = a->set[set].rest)
    if (a->set[set].step <= j && mc_happens_before(r->x, a->set[set].step, j))
      return true;
  return false;
}

static bool is_subset(const struct mc_reversal *r, uint32_t set, uint32_t of) {
  const struct mc_removals *a = r->search->removals;
  for (; set != NONE && set != of; set = a->set[set].rest)
    if (!contains(r, of, a->set[set].step))
      return false;
  return true;
}

static bool contains_found(const struct mc_reversal *r, uint32_t set) {
  const struct mc_removals *a = r->search->removals;
  for (uint32_t n = 0; n < a->founds; n++)
    if (is_subset(r, a->found[n], set))
      return true;
  return false;
}

/// True if step j may be removed to make f enabled.
static bool is_removable(const struct mc_reversal *r, uint32_t j) {
  const struct mc_operation *step = mc_frame_at(r->x, j)->operation;
  const bool is_past = r->last != MC_NO_STEP && r->last > r->i && j <= r->last &&
                       mc_happens_before(r->x, j, r->last);
  return step->thread != r->f.thread && !is_past && !step->is_local && mc_may_disable(step, &r->f);
}

/// Y, made of the set and the base. Its steps are there until the next call.
static struct mc_removal removal(const struct mc_reversal *r, const struct mc_removal *base,
                                 uint32_t set) {
  const struct mc_removals *a = r->search->removals;
  struct mc_removal y = {.step = a->chosen};
  for (uint32_t rest = set; rest != NONE; rest = a->set[rest].rest)
    a->chosen[y.steps++] = a->set[rest].step;
  for (unsigned k = 0; k < base->steps; k++)
    a->chosen[y.steps++] = base->step[k];
  return y;
}

//===- Partial decisions ----------------------------------------------------------------------===//

static void pack(const struct mc_execution *x, const struct mc_simulation *s, char *state) {
  for (unsigned n = 0; n < s->objects; n++) {
    const uint32_t size = x->object[s->object[n]].state_size;
    memcpy(state, s->state[n], size);
    state += size;
  }
}

static void unpack(const struct mc_execution *x, const char *state, struct mc_simulation *s) {
  for (unsigned n = 0; n < s->objects; n++) {
    const uint32_t size = x->object[s->object[n]].state_size;
    memcpy(s->state[n], state, size);
    state += size;
  }
}

/// Adds a partial decision with that set and the states of `s`, after `at` steps. false: arena
/// full.
static bool add_from(struct mc_reversal *r, const struct mc_simulation *s, uint32_t set,
                     uint32_t at) {
  struct mc_removals *a = r->search->removals;
  if (a->partials == MOST) {
    a->limited = true;
    return true;
  }
  if (!mc_reserve(r->search->arena, &a->partial, &a->partial_capacity, a->partials + 1,
                  sizeof *a->partial, a->partials) ||
      !mc_reserve(r->search->arena, &a->state, &a->state_capacity,
                  (a->partials + 1) * a->state_size, 1, a->partials * a->state_size))
    return false;
  char *state = a->state + a->partials * a->state_size;
  pack(r->x, s, state);
  for (uint32_t n = a->latest[at]; n != NONE; n = a->partial[n].next)
    if (memcmp(state, a->state + n * a->state_size, a->state_size) == 0 &&
        is_subset(r, a->partial[n].set, set))
      return true;
  a->partial[a->partials] = (struct partial){.set = set, .next = a->latest[at]};
  a->latest[at] = a->partials++;
  return true;
}

/// Goes on by keeping the next step, if it is not gone already.
static bool keep_step(struct mc_reversal *r, struct mc_simulation *s, uint32_t n, uint32_t at) {
  struct mc_removals *a = r->search->removals;
  const uint32_t set = a->partial[n].set;
  unpack(r->x, a->state + n * a->state_size, s);
  if (!contains(r, set, a->step[at]))
    mc_simulate_step(r, s, a->step[at]);
  return add_from(r, s, set, at + 1);
}

/// Goes on by removing the next step.
static bool remove_step(struct mc_reversal *r, struct mc_simulation *s, uint32_t n, uint32_t at) {
  struct mc_removals *a = r->search->removals;
  const uint32_t rest = a->partial[n].set;
  if (contains(r, rest, a->step[at]))
    return true;
  if (a->sets == MOST) {
    a->limited = true;
    return true;
  }
  if (!mc_reserve(r->search->arena, &a->set, &a->set_capacity, a->sets + 1, sizeof *a->set,
                  a->sets))
    return false;
  a->set[a->sets] = (struct set){rest, a->step[at], rest == NONE ? 1 : a->set[rest].size + 1};
  if (contains_found(r, a->sets))
    return true;
  unpack(r->x, a->state + n * a->state_size, s);
  return add_from(r, s, a->sets++, at + 1);
}

/// The partials whose sets have one more step than those of the layer before.
static bool make_layer(struct mc_reversal *r, struct mc_simulation *s) {
  struct mc_removals *a = r->search->removals;
  uint32_t *const before = a->layer;
  a->layer = a->last_layer;
  a->last_layer = before;
  a->layer[0] = a->layer[1] = a->partials;
  for (uint32_t at = 0; at < a->steps; at++) {
    for (uint32_t n = a->layer[at]; n < a->layer[at + 1]; n++)
      if (!keep_step(r, s, n, at))
        return false;
    if (is_removable(r, a->step[at]))
      for (uint32_t n = before[at]; n < before[at + 1]; n++)
        if (!remove_step(r, s, n, at))
          return false;
    a->layer[at + 2] = a->partials;
  }
  return true;
}

static bool make_first_layer(struct mc_reversal *r, struct mc_simulation *s) {
  struct mc_removals *a = r->search->removals;
  a->layer[0] = 0;
  if (!add_from(r, s, NONE, 0))
    return false;
  for (uint32_t at = 0; at < a->steps; at++) {
    a->layer[at + 1] = a->partials;
    if (!a->limited && !keep_step(r, s, at, at))
      return false;
  }
  a->layer[a->steps + 1] = a->partials;
  return true;
}

//===- What is found --------------------------------------------------------------------------===//

/// One set comes before the other by the first of their chosen steps that differs.
static bool is_before(const struct mc_removals *a, uint32_t one, uint32_t other) {
  bool is = false;
  for (; one != other; one = a->set[one].rest, other = a->set[other].rest)
    if (a->set[one].step != a->set[other].step)
      is = a->set[one].step < a->set[other].step;
  return is;
}

/// Adds those of the layer that make f enabled, in order. false: arena full.
static bool find(struct mc_reversal *r, struct mc_simulation *s) {
  struct mc_removals *a = r->search->removals;
  const uint32_t before = a->founds;
  for (uint32_t n = a->layer[a->steps]; n < a->layer[a->steps + 1]; n++) {
    const uint32_t set = a->partial[n].set;
    unpack(r->x, a->state + n * a->state_size, s);
    if (!mc_is_enabled_after(r, s))
      continue;
    if (!mc_reserve(r->search->arena, &a->found, &a->found_capacity, a->founds + 1,
                    sizeof *a->found, a->founds))
      return false;
    uint32_t at = a->founds++;
    for (; at > before && is_before(a, set, a->found[at - 1]); at--)
      a->found[at] = a->found[at - 1];
    a->found[at] = set;
  }
  return true;
}

static bool begin(struct mc_reversal *r, const struct mc_removal *base, struct mc_simulation *s) {
  struct mc_removals *a = r->search->removals;
  if (!a && !(a = r->search->removals = mc_arena_take(r->search->arena, sizeof *a)))
    return false;
  mc_simulate_begin(r, base, s);
  a->steps = s->steps;
  a->sets = a->partials = a->founds = a->state_size = 0;
  a->limited = false;
  for (unsigned n = 0; n < s->objects; n++)
    a->state_size += r->x->object[s->object[n]].state_size;
  if (!mc_reserve(r->search->arena, &a->step, &a->step_capacity, a->steps, sizeof *a->step, 0) ||
      !reserve(r, a))
    return false;
  memcpy(a->step, r->search->scratch, a->steps * sizeof *a->step);
  memset(a->latest, 0xff, (a->steps + 1) * sizeof *a->latest);
  return make_first_layer(r, s);
}

static bool is_some_removable(const struct mc_reversal *r, const struct mc_simulation *s) {
  for (uint32_t k = 0; k < s->steps; k++)
    if (is_removable(r, r->search->scratch[k]))
      return true;
  return false;
}

bool mc_each_removal(struct mc_reversal *r, const struct mc_removal *base, struct mc_simulation *s,
                     mc_use_removal *use, bool *limited) {
  *limited = false;
  if (!is_some_removable(r, s))
    return true;
  if (!begin(r, base, s))
    return false;
  struct mc_removals *a = r->search->removals;
  for (uint32_t used = 0; a->layer[a->steps + 1] > a->layer[0]; used = a->founds) {
    if (!make_layer(r, s) || !find(r, s))
      return false;
    for (uint32_t n = used; n < a->founds; n++) {
      const struct mc_removal y = removal(r, base, a->found[n]);
      if (!use(r, &y))
        return false;
    }
  }
  *limited = a->limited;
  return true;
}
