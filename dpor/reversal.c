// dpor/reversal.c - the races of a trace, and the sequences that reverse them.
//
// Source:  the races and `notdep` of Abdulla, Aronis, Jonsson, Sagonas, JACM 2017, section 6, made
//          general: nothing is known of a primitive but what its callbacks answer. docs/search.md
//          states the rule and argues for it.
// Terms:   e is step i. f is an operation of the trace, executed or pending at its end, with one of
//          its alternatives, executed or not. K are the steps after e that survive its removal:
//          those that it does not happen before, nor any step of the set Y, which is removed too
//          where only that makes f enabled. What is to be explored before e is K, then f.
// Cost:    for each f, the steps on its objects that are concurrent with it, and for each of those
//          that f can overtake the length of the trace after it.
#include "reversal.h"

#include <string.h>

//===- Removals -------------------------------------------------------------------------------===//

/// In an atomic section only its begin keeps others out.
static bool may_disable(const struct mc_operation *step, const struct mc_operation *f) {
  if (mc_is_interrupt(step) || mc_is_interrupt(f))
    return mc_are_dependent(step, f);
  if ((step->flags | f->flags) & MC_ATOMIC && step->flags & MC_SECTIONED) {
    struct mc_operation plain_step = *step, plain_f = *f;
    plain_step.flags &= (uint8_t)~(MC_ATOMIC | MC_SECTIONED);
    plain_f.flags &= (uint8_t)~(MC_ATOMIC | MC_SECTIONED);
    return may_disable(&plain_step, &plain_f);
  }
  return mc_are_dependent(step, f) &&
         (step->primitive != f->primitive || !f->primitive->may_disable ||
          f->primitive->may_disable(step, f));
}

static bool is_subset(const struct mc_removal *a, const struct mc_removal *b) {
  unsigned k = 0;
  for (unsigned l = 0; l < b->steps && k < a->steps; l++)
    k += a->step[k] == b->step[l];
  return k == a->steps;
}

static struct mc_removal with(const struct mc_removal *y, uint32_t j) {
  struct mc_removal more = *y;
  unsigned at = more.steps++;
  for (; at > 0 && more.step[at - 1] > j; at--)
    more.step[at] = more.step[at - 1];
  more.step[at] = j;
  return more;
}

/// The sets Y that are still to be tried, breadth first, and the minimal ones found.
struct mc_attempts {
  struct mc_removal set[MC_MOST_SETS];
  unsigned sets;
  bool limited; ///< some set was not tried
  unsigned found[MC_MOST_SETS];
  unsigned founds;
};

static void try_with(struct mc_attempts *a, const struct mc_removal *y, uint32_t j) {
  if (y->steps == MC_MOST_REMOVED || a->sets == MC_MOST_SETS) {
    a->limited = true;
    return;
  }
  const struct mc_removal more = with(y, j);
  for (unsigned n = 0; n < a->sets; n++)
    if (a->set[n].steps == more.steps && is_subset(&more, &a->set[n]))
      return;
  a->set[a->sets++] = more;
}

static bool contains_found(const struct mc_attempts *a, const struct mc_removal *y) {
  for (unsigned n = 0; n < a->founds; n++)
    if (is_subset(&a->set[a->found[n]], y))
      return true;
  return false;
}

static bool has_own_step(const struct mc_reversal *r, const struct mc_removal *y) {
  return r->own < r->search->depth && r->own > r->i && mc_survives(r, y, r->own);
}

/// Where f is not enabled after K: the sets with one more step.
static void try_larger(const struct mc_reversal *r, const struct mc_simulation *s,
                       struct mc_attempts *a, const struct mc_removal *y) {
  const struct mc_operation *e = mc_frame_at(r->search, r->i)->operation;
  if (e->thread != r->f.thread && !may_disable(e, &r->f))
    return;
  for (uint32_t k = 0; k < s->steps; k++) {
    const uint32_t j = r->search->scratch[k];
    const struct mc_operation *step = mc_frame_at(r->search, j)->operation;
    if (step->thread != r->f.thread && may_disable(step, &r->f))
      try_with(a, y, j);
  }
}

//===- Reversing ------------------------------------------------------------------------------===//

/// K and f, f as early as may be.
static struct mc_sequence sequence_of(const struct mc_reversal *r, const struct mc_removal *y) {
  struct mc_search *search = r->search;
  struct mc_sequence v = {.step = search->sequence};
  uint32_t past[MC_MAX_THREADS], survivors = 0, *survivor = search->scratch;
  for (uint32_t j = r->i + 1; j < r->end_of_k; j++)
    if (mc_survives(r, y, j))
      survivor[survivors++] = j;
  memset(past, 0, search->threads * sizeof *past);
  for (uint32_t k = survivors; k-- > 0;) {
    const struct mc_frame *frame = mc_frame_at(search, survivor[k]);
    const struct mc_operation *step = frame->operation;
    if (frame->rank > past[step->thread] &&
        (step->thread == r->f.thread || mc_are_dependent(step, &r->f)))
      for (uint32_t t = 0; t < frame->clock_length; t++)
        if (frame->clock[t] > past[t])
          past[t] = frame->clock[t];
  }
  for (int late = 0; late < 2; late++) {
    for (uint32_t k = 0; k < survivors; k++) {
      const struct mc_frame *frame = mc_frame_at(search, survivor[k]);
      if ((frame->rank > past[frame->operation->thread]) == late)
        v.step[v.length++] = frame->operation;
    }
    if (!late) {
      v.step[v.length++] = &r->f;
      v.due = v.length;
    }
  }
  return v;
}

static bool reverse(struct mc_reversal *r, const struct mc_removal *y) {
  struct mc_sequence v = sequence_of(r, y);
  bool settled, room = true;
  if (r->search->config.algorithm == MC_OPTIMAL)
    room = mc_optimal_reverse(r->search, r->i, &v, &settled);
  else
    mc_source_reverse(r->search, r->i, &v, &settled);
  r->settled &= settled;
  return room;
}

/// f would be the first of the sequence, and has been explored from e's state or sleeps there: the
/// same answer as from mc_optimal_reverse, without the sequence.
static bool is_explored_first(const struct mc_reversal *r, const struct mc_simulation *s) {
  if (r->search->config.algorithm != MC_OPTIMAL || r->f.flags & MC_PROCESS_EXIT ||
      (r->last != MC_NO_STEP && r->last > r->i))
    return false;
  for (uint32_t k = 0; k < s->steps; k++) {
    const struct mc_operation *step = mc_frame_at(r->search, r->search->scratch[k])->operation;
    if (step->thread == r->f.thread || mc_are_dependent(step, &r->f))
      return false;
  }
  return mc_is_explored(mc_frame_at(r->search, r->i), &r->f);
}

void mc_lose(struct mc_search *search, struct mc_frame *frame) {
  search->counts.unknown += !frame->lost;
  frame->lost = frame->all = true;
}

/// Reverses e and f in every minimal way. `*at_once`: f is enabled after K, without a set Y.
static bool reverse_pair(struct mc_reversal *r, uint32_t i, bool *at_once) {
  static const struct mc_removal none = {.steps = 0};
  struct mc_attempts *a = r->search->attempts;
  struct mc_simulation s;
  *at_once = false;
  mc_set_e(r, i);
  r->end_of_k = mc_end_after(r, i);
  if (!mc_past_survives(r, &none))
    return true;
  a->sets = a->founds = 0;
  a->limited = false;
  a->set[a->sets++] = none;
  for (unsigned n = 0; n < a->sets; n++) {
    const struct mc_removal y = a->set[n];
    if (contains_found(a, &y) || !mc_past_survives(r, &y))
      continue;
    if (has_own_step(r, &y)) { // of another alternative
      try_with(a, &y, r->own);
      continue;
    }
    if (!mc_simulate(r, &y, &s)) {
      mc_lose(r->search, mc_frame_at(r->search, i));
      return true;
    }
    if (!mc_is_enabled_after(r, &s)) {
      try_larger(r, &s, a, &y);
      continue;
    }
    a->found[a->founds++] = n;
    *at_once |= y.steps == 0;
    if (!is_explored_first(r, &s) && !reverse(r, &y))
      return false;
  }
  if (a->limited)
    mc_lose(r->search, mc_frame_at(r->search, i));
  return true;
}

/// The last step not yet passed on one of f's objects; `place` has one for each.
static uint32_t latest(const struct mc_search *search, const struct mc_operation *f,
                       uint32_t place[]) {
  uint32_t i = MC_NO_STEP;
  for (unsigned k = 0; k < mc_places(f); k++)
    if (place[k] != MC_NO_STEP && (i == MC_NO_STEP || place[k] > i))
      i = place[k];
  for (unsigned k = 0; i != MC_NO_STEP && k < mc_places(f); k++)
    if (place[k] == i)
      place[k] = mc_before_on(mc_frame_at(search, i), f->object[k]);
  return i;
}

/// All that is earlier on the objects that step i shares with f happens before it.
static void skip_covered(const struct mc_frame *frame, const struct mc_operation *f,
                         uint32_t place[]) {
  for (unsigned k = 0; k < mc_places(f); k++)
    if (mc_touches(frame->operation, f->object[k]) && mc_covers(frame, f->object[k]))
      place[k] = MC_NO_STEP;
}

/// Reverses f with the steps of other threads. `known`: f is a step of the trace, with this one
/// alternative, and was so in the trace before.
static bool reverse_with_others(struct mc_reversal *r, bool known) {
  struct mc_search *search = r->search;
  uint32_t place[MC_MOST_PLACES], i, overtaken = MC_NO_STEP;
  for (unsigned k = 0; k < mc_places(&r->f); k++)
    place[k] = r->own == search->depth ? mc_last_on(search, r->f.object[k])
                                       : mc_frame_at(search, r->own)->before[k];
  while ((i = latest(search, &r->f, place)) != MC_NO_STEP) {
    const struct mc_frame *e = mc_frame_at(search, i);
    // What f can overtake now it overtakes there: earlier steps are reached from that trace.
    if ((r->last != MC_NO_STEP && mc_happens_before(search, i, r->last)) ||
        (overtaken != MC_NO_STEP && mc_happens_before(search, i, overtaken))) {
      skip_covered(e, &r->f, place);
      continue;
    }
    // Both were in the trace before, which has reversed them. Neither pruning is safe with
    // conditional sleep sets: the trace that it relies on may be cut by one.
    if ((known && !e->several) || e->operation->thread == r->f.thread ||
        !mc_are_dependent(e->operation, &r->f))
      continue;
    bool at_once;
    if (!reverse_pair(r, i, &at_once))
      return false;
    if (at_once && r->prune)
      overtaken = i;
  }
  return true;
}

static bool others_use(const struct mc_search *search, const struct mc_operation *f) {
  for (unsigned k = 0; k < mc_places(f); k++) {
    mc_thread_set users = search->object[f->object[k]].users;
    mc_set_remove(&users, f->thread);
    if (!mc_set_empty(&users))
      return true;
  }
  return false;
}

/// Reverses the operation at `own`, or pending, in all its alternatives.
/// `known`: it was in the trace before, and its reversals are settled.
static bool reverse_operation(struct mc_reversal *r, const struct mc_operation *f, uint32_t own,
                              uint32_t last, bool known) {
  const bool executed = own < r->search->depth, shared = others_use(r->search, f);
  const unsigned universe = mc_universe(r->search, f);
  r->settled = true;
  const unsigned all = universe + mc_interrupts_of(f);
  if (!shared && all == 1)
    return true;
  r->f = *f;
  r->own = own;
  r->last = last;
  for (unsigned n = 0; n < all; n++) {
    r->f.alternative = mc_nth_alternative(universe, n);
    bool at_once;
    if (executed && r->f.alternative != f->alternative && !reverse_pair(r, own, &at_once))
      return false;
    if (shared && !reverse_with_others(r, known && all == 1))
      return false;
  }
  return true;
}

static bool has_alternatives(const struct mc_search *search, const struct mc_operation *f) {
  for (unsigned k = 0; k < mc_places(f); k++)
    if (search->object[f->object[k]].has_alternatives)
      return true;
  return false;
}

static bool reverse_steps(struct mc_reversal *r) {
  struct mc_search *search = r->search;
  for (uint32_t i = 0; i < search->depth; i++) {
    struct mc_frame *frame = mc_frame_at(search, i);
    const bool known = i < r->branch && frame->settled && r->prune;
    if (known && !has_alternatives(search, frame->operation))
      continue;
    if (!reverse_operation(r, frame->operation, i, frame->previous, known))
      return false;
    frame->settled = r->settled;
  }
  return true;
}

static bool reverse_pending(struct mc_reversal *r) {
  struct mc_search *search = r->search;
  mc_thread_set rest = search->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD) {
    const struct mc_operation *pending = search->thread[t].pending;
    if (!mc_is_limited(search, t) &&
        !reverse_operation(r, pending, search->depth, search->thread[t].last, false))
      return false;
  }
  return true;
}

/// The last step, a process exit, came before all that other threads could have done instead of it.
static bool reverse_end(struct mc_reversal *r) {
  struct mc_search *search = r->search;
  static const struct mc_removal none = {.steps = 0};
  mc_set_e(r, search->depth - 1);
  r->end_of_k = r->end;
  const struct mc_frame *frame = mc_frame_at(search, r->i);
  for (uint32_t c = 0; c < frame->choices; c++) {
    if (frame->choice[c].thread == frame->operation->thread)
      continue;
    r->f = *frame->choice[c].operation;
    r->f.alternative = frame->choice[c].alternative;
    if (!reverse(r, &none))
      return false;
  }
  return true;
}

bool mc_reverse_races(struct mc_search *search, const struct mc_model *model, bool cut) {
  if (search->depth == 0)
    return true;
  const uint32_t last = search->depth - 1;
  const bool exit = mc_frame_at(search, last)->operation->flags & MC_PROCESS_EXIT;
  if (cut) // the step has disabled all others
    mc_frame_at(search, last)->all = true;
  struct mc_reversal r = {.search = search,
                          .model = model,
                          .end = cut || exit ? last : search->depth,
                          .branch = search->kept ? search->kept - 1 : 0,
                          .prune = search->config.sleep_sets != MC_SLEEP_CONDITIONAL};
  if (!search->attempts &&
      !(search->attempts = mc_arena_take(search->arena, sizeof *r.search->attempts)))
    return false;
  return mc_reserve(search, &search->scratch, &search->scratch_capacity, search->depth + 1,
                    sizeof *search->scratch, 0) &&
         mc_reserve(search, &search->sequence, &search->sequence_capacity, search->depth + 1,
                    sizeof *search->sequence, 0) &&
         reverse_steps(&r) && reverse_pending(&r) && (!exit || reverse_end(&r));
}
