// dpor/wakers.c - see wakers.h.
//
// How:  all executions from the state are run, on copies of the states of the objects, until one
//       wakes what sleeps. What a thread does next is known from traces: all that it has ever done
//       behind the same steps of its own.
#include "wakers.h"
#include "reversal.h"

#include <string.h>

void mc_wakers_begin(struct mc_wakers *w, const struct mc_search *search, mc_state_of *state_of,
                     const void *where) {
  w->search = search;
  w->state_of = state_of;
  w->where = where;
  w->threads = search->execution.threads;
  w->steps = w->objects = w->seen = w->sleepers = 0;
  w->wanted = 0;
  w->is_unknown = search->tree->has_unknown_histories;
  memset(w->hash, 0, sizeof w->hash);
  memset(w->state[0].pending, 0, sizeof w->state[0].pending);
}

static const struct mc_history *history_at(const struct mc_wakers *w, mc_piece piece) {
  return mc_history_at(w->search->tree, piece);
}

static struct mc_operation operation_of(const struct mc_wakers *w, mc_piece piece) {
  const struct mc_tree *tree = w->search->tree;
  const struct mc_object_use *use = mc_piece_at(tree, history_at(w, piece)->use);
  return mc_kept(tree, &use->operation);
}

static void set_pending(struct mc_wakers *w, struct mc_wakers_state *state, mc_thread thread,
                        mc_piece history) {
  state->pending[thread] = history;
  if (thread >= w->threads)
    w->threads = thread + 1u;
}

void mc_wakers_add(struct mc_wakers *w, mc_thread thread, mc_piece history) {
  w->is_unknown |= !history;
  set_pending(w, &w->state[0], thread, history);
}

void mc_wakers_sleep(struct mc_wakers *w, const struct mc_operation *step, bool is_wanted) {
  w->is_unknown |= w->sleepers == MC_WAKER_SLEEPERS;
  if (w->is_unknown)
    return;
  w->wanted |= (uint64_t)is_wanted << w->sleepers;
  w->sleeper[w->sleepers++] = *step;
}

//===- Objects --------------------------------------------------------------------------------===//

/// The object's number here, of those whose states are known; MC_WAKER_OBJECTS: there are too many.
static uint32_t number_of(struct mc_wakers *w, mc_object object, uint32_t depth) {
  uint32_t n = 0;
  while (n < w->objects && w->object[n] != object)
    n++;
  if (n < w->objects || n == MC_WAKER_OBJECTS)
    return n;
  w->object[w->objects++] = object;
  memset(w->state[0].of[n], 0, MC_MAX_STATE);
  w->any[n] = mc_known_object(w->search->tree, object)->is_observed ||
              !w->state_of(w->where, object, w->state[0].of[n]);
  for (uint32_t d = 1; d <= depth; d++)
    memcpy(w->state[d].of[n], w->state[0].of[n], MC_MAX_STATE);
  return n;
}

static uint64_t hash_of(const struct mc_wakers *w, const struct mc_wakers_state *state) {
  uint64_t hash = (state->asleep + 1) * 0x9e3779b97f4a7c15u;
  for (uint32_t t = 0; t < w->threads; t++)
    hash = (hash ^ state->pending[t]) * 0x9e3779b97f4a7c15u;
  for (uint32_t n = 0; n < w->objects; n++)
    for (uint32_t i = 0; !w->any[n] && i < w->search->execution.object[w->object[n]].state_size;
         i += 8) {
      uint64_t word;
      memcpy(&word, state->of[n] + i, sizeof word);
      hash = (hash ^ (hash >> 29) ^ word) * 0x9e3779b97f4a7c15u;
    }
  return hash ? hash : 1;
}

/// The state was not met before.
static bool is_new(struct mc_wakers *w, const struct mc_wakers_state *state) {
  const uint64_t hash = hash_of(w, state);
  uint32_t i = (uint32_t)(hash >> 32) % (2 * MC_WAKER_STATES);
  for (; w->hash[i]; i = (i + 1) % (2 * MC_WAKER_STATES))
    if (w->hash[i] == hash)
      return false;
  w->hash[i] = hash;
  w->is_unknown |= ++w->seen == MC_WAKER_STATES;
  return true;
}

//===- Steps ----------------------------------------------------------------------------------===//

/// All alternatives that the operation has ever had are below this number.
static unsigned universe_of(const struct mc_wakers *w, const struct mc_operation *operation) {
  unsigned n = w->threads;
  if (!operation->primitive->universe)
    return 1;
  for (unsigned k = 0; k < operation->objects; k++)
    if (mc_known_object(w->search->tree, operation->object[k])->most > n)
      n = mc_known_object(w->search->tree, operation->object[k])->most;
  const unsigned size = operation->primitive->universe(operation, n);
  return size < MC_MAX_UNIVERSE ? size : MC_MAX_UNIVERSE;
}

static bool is_special(const struct mc_operation *operation) {
  enum { SPECIAL = MC_BUSY_WAIT | MC_POLL | MC_BEYOND };
  return operation->flags & SPECIAL || operation->signals;
}

/// Where the step is listed, or MC_MOST_WAKERS: there are too many.
static uint32_t list(struct mc_wakers *w, const struct mc_operation *step, mc_piece history) {
  uint32_t i = 0;
  while (i < w->steps &&
         !(w->step[i].history == history && w->step[i].step.alternative == step->alternative))
    i++;
  if (i < w->steps || i == MC_MOST_WAKERS)
    return i;
  w->step[w->steps++] = (struct mc_waker){*step, history, false};
  return i;
}

static bool is_asleep(const struct mc_wakers *w, const struct mc_wakers_state *state,
                      const struct mc_operation *step) {
  for (uint32_t i = 0; i < w->sleepers; i++)
    if (state->asleep >> i & 1 && w->sleeper[i].thread == step->thread &&
        w->sleeper[i].alternative == step->alternative)
      return true;
  return false;
}

static uint64_t woken_by(const struct mc_wakers *w, const struct mc_operation *step,
                         uint64_t asleep) {
  uint64_t woken = 0;
  for (uint32_t i = 0; i < w->sleepers; i++)
    if (asleep >> i & 1 &&
        (w->sleeper[i].thread == step->thread || mc_are_dependent(step, &w->sleeper[i])))
      woken |= (uint64_t)1 << i;
  return woken;
}

/// What came of a step.
struct outcome {
  bool is_misuse;
  bool is_known; ///< the result is
  uint64_t result;
};

/// The step is enabled in the state; the next one is behind it.
static bool run(struct mc_wakers *w, const struct mc_operation *step, uint32_t depth,
                struct outcome *outcome) {
  struct mc_wakers_state *from = &w->state[depth], *to = from + 1;
  const struct mc_execution *x = &w->search->execution;
  const unsigned places = mc_first_signals(step);
  void *state[MC_MOST_PLACES];
  uint32_t number[MC_MOST_PLACES];
  bool any = false;
  *outcome = (struct outcome){0};
  if (step->flags & (MC_PROCESS_EXIT | MC_DROPS))
    return false;
  for (unsigned k = 0; k < places; k++) {
    number[k] = number_of(w, step->object[k], depth);
    w->is_unknown |= number[k] == MC_WAKER_OBJECTS;
    if (w->is_unknown)
      return false;
    any |= w->any[number[k]];
    state[k] = from->of[number[k]];
  }
  for (unsigned k = 0; k < places && any; k++)
    w->is_unknown |= !w->any[number[k]] && mc_acts_on(step, step->object[k]);
  if (!any && step->flags & MC_SECTIONED) {
    const mc_thread owner = x->section_owner(state[step->objects]);
    if (owner != MC_NO_THREAD && owner != step->thread)
      return false;
  }
  if (!any && !mc_is_enabled(step, (const void *const *)state))
    return false;
  memcpy(to->of, from->of, w->objects * sizeof *to->of);
  for (unsigned k = 0; k < places; k++)
    state[k] = to->of[number[k]];
  outcome->is_misuse = !any && mc_apply(step, x->signals, state, &outcome->result);
  outcome->is_known = !any;
  return true;
}

//===- Executions -----------------------------------------------------------------------------===//

static bool explore(struct mc_wakers *w, uint32_t depth);

/// A step behind which operations have become pending.
struct behind_step {
  mc_thread thread;
  mc_alternative alternative;
  bool has_result; ///< it is known
  uint64_t result;
};

/// The operation of the history can have become pending: of the step's own thread, or of one that
/// it has created.
static bool may_follow(const struct mc_wakers *w, mc_piece later, const struct behind_step *b,
                       bool own) {
  const struct mc_history *history = history_at(w, later);
  return history->alternative == b->alternative &&
         (operation_of(w, later).thread == b->thread) == own &&
         (!own || !b->has_result || history->result == mc_short_result(b->result));
}

static bool go_on(struct mc_wakers *w, uint32_t depth, const struct behind_step *b,
                  mc_piece first) {
  struct mc_wakers_state *to = &w->state[depth + 1];
  bool any = false;
  for (mc_piece later = first; later; later = history_at(w, later)->next)
    if (may_follow(w, later, b, false))
      set_pending(w, to, operation_of(w, later).thread, later);
  for (mc_piece later = first; later; later = history_at(w, later)->next) {
    if (!may_follow(w, later, b, true))
      continue;
    to->pending[b->thread] = later;
    any = true;
    if (explore(w, depth + 1))
      return true;
  }
  return !any && explore(w, depth + 1);
}

static bool try_step(struct mc_wakers *w, uint32_t depth, const struct mc_operation *step,
                     mc_piece history, bool wakes) {
  const struct mc_wakers_state *from = &w->state[depth];
  struct mc_wakers_state *to = &w->state[depth + 1];
  const uint64_t woken = woken_by(w, step, from->asleep), wanted = from->asleep & w->wanted;
  struct outcome outcome;
  if (((woken & wanted) != 0) != wakes)
    return false;
  const uint32_t n = list(w, step, history);
  w->is_unknown |= n == MC_MOST_WAKERS || depth + 2 == MC_WAKER_DEPTH;
  if (w->is_unknown)
    return true;
  if (is_asleep(w, from, step) || !run(w, step, depth, &outcome))
    return w->is_unknown;
  w->step[n].runs = true;
  if ((woken & wanted) == wanted)
    return true;
  if (outcome.is_misuse) // the trace ends
    return false;
  memcpy(to->pending, from->pending, sizeof to->pending);
  to->asleep = from->asleep & ~woken;
  to->pending[step->thread] = 0;
  const mc_piece later = history_at(w, history)->later;
  const struct behind_step b = {step->thread, step->alternative, outcome.is_known, outcome.result};
  return go_on(w, depth, &b, later);
}

/// All that sleeps may be woken from there, or nobody can tell. Those steps come first that wake
/// some of it.
static bool explore(struct mc_wakers *w, uint32_t depth) {
  if (!is_new(w, &w->state[depth]))
    return false;
  for (int wakes = 1; wakes >= 0; wakes--)
    for (uint32_t t = 0; t < w->threads && !w->is_unknown; t++) {
      const mc_piece history = w->state[depth].pending[t];
      if (!history)
        continue;
      struct mc_operation step = operation_of(w, history);
      w->is_unknown |= is_special(&step);
      const unsigned universe = universe_of(w, &step);
      for (unsigned n = 0; n < universe && !w->is_unknown; n++) {
        step.alternative = mc_nth_alternative(universe, n);
        if (try_step(w, depth, &step, history, wakes))
          return true;
      }
    }
  return w->is_unknown;
}

void mc_wakers_follow(struct mc_wakers *w, const struct mc_operation *step, mc_piece history,
                      const uint64_t *result) {
  w->is_unknown |= !history;
  if (w->is_unknown)
    return;
  const mc_piece first = history_at(w, history)->later;
  bool is_known = result;
  for (unsigned k = 0; k < step->objects; k++)
    is_known &= !mc_known_object(w->search->tree, step->object[k])->is_observed;
  const struct behind_step b = {step->thread, step->alternative, is_known, result ? *result : 0};
  for (mc_piece later = first; later; later = history_at(w, later)->next) {
    const bool own = may_follow(w, later, &b, true);
    if (!own && !may_follow(w, later, &b, false))
      continue;
    const mc_thread of = operation_of(w, later).thread;
    w->is_unknown |= own && w->state[0].pending[of]; // it may do one or the other
    set_pending(w, &w->state[0], of, later);
  }
}

bool mc_wakers_may_wake_all(struct mc_wakers *w) {
  w->state[0].asleep = ((uint64_t)1 << w->sleepers) - 1;
  return w->is_unknown || !w->wanted || explore(w, 0);
}
