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
//          that f can overtake the length of the trace after it. An operation of the prefix costs
//          nothing where the objects that its reversals rest on stand still.
#include "reversal.h"

#include <string.h>

//===- Reversing ------------------------------------------------------------------------------===//

/// K and f, f as early as may be.
static struct mc_sequence sequence_of(const struct mc_reversal *r, const struct mc_removal *y) {
  struct mc_sequence v = {.step = r->search->sequence};
  uint32_t past[MC_MAX_THREADS], survivors = 0, *survivor = r->search->scratch;
  for (uint32_t j = r->i + 1; j < r->end_of_k; j++)
    if (mc_survives(r, y, j))
      survivor[survivors++] = j;
  memset(past, 0, r->x->threads * sizeof *past);
  for (uint32_t k = survivors; k-- > 0;) {
    const struct mc_frame *frame = mc_frame_at(r->x, survivor[k]);
    if (frame->rank > past[frame->thread] &&
        (frame->thread == r->f.thread || mc_are_dependent(frame->operation, &r->f)))
      for (uint32_t t = 0; t < frame->clock_length; t++)
        if (frame->clock[t] > past[t])
          past[t] = frame->clock[t];
  }
  for (int late = 0; late < 2; late++) {
    for (uint32_t k = 0; k < survivors; k++) {
      const struct mc_frame *frame = mc_frame_at(r->x, survivor[k]);
      if ((frame->rank > past[frame->thread]) == late && !frame->operation->is_local)
        v.step[v.length++] = frame->operation;
    }
    if (!late) {
      v.step[v.length++] = &r->f;
      v.mandatory = v.length;
    }
  }
  return v;
}

static bool reverse(struct mc_reversal *r, const struct mc_removal *y) {
  struct mc_sequence v = sequence_of(r, y);
  bool prefix_covered, room = true;
  if (r->search->config.algorithm == MC_OPTIMAL)
    room = mc_optimal_reverse(r->search, r->i, &v, &prefix_covered);
  else
    mc_source_reverse(r->search, r->i, &v, &prefix_covered);
  r->covered &= prefix_covered;
  return room;
}

/// f would be the first of the sequence, and has been explored from e's state or sleeps there: the
/// same answer as from mc_optimal_reverse, without the sequence.
static bool is_explored_first(const struct mc_reversal *r, const struct mc_simulation *s) {
  if (r->search->config.algorithm != MC_OPTIMAL || r->f.flags & MC_PROCESS_EXIT ||
      (r->last != MC_NO_STEP && r->last > r->i))
    return false;
  for (uint32_t k = 0; k < s->steps; k++) {
    const struct mc_operation *step = mc_frame_at(r->x, r->search->scratch[k])->operation;
    if (step->thread == r->f.thread || mc_are_dependent(step, &r->f))
      return false;
  }
  return mc_is_explored(r->search->tree, mc_point_at(r->search->tree, r->i), &r->f);
}

/// Nobody can tell what e's point should explore: it explores everything.
static void lose(const struct mc_reversal *r) {
  if (mc_has_handed_over(r->search))
    mc_pop_leave(r->search);
  else
    mc_lose(r->search->tree, mc_point_at(r->search->tree, r->i));
}

//===- What the reversals rest on -------------------------------------------------------------===//

/// Where the object's steps end.
static uint32_t end_on(const struct mc_execution *x, mc_object object) {
  return x->object[object].last;
}

/// f was in the trace before at the same place, with the same steps on the objects that count, and
/// its reversals are covered.
static bool is_settled(const struct mc_reversal *r, const struct mc_operation *f, uint32_t own,
                       const struct mc_basis *basis, unsigned all) {
  bool is = r->prune && basis->end && basis->end <= r->branch && basis->all == all &&
            (own < r->branch || own == r->x->depth);
  for (unsigned k = 0; is && k < mc_places(f); k++)
    is = end_on(r->x, f->object[k]) <= r->branch;
  for (unsigned k = 0; is && k < basis->objects; k++)
    is = end_on(r->x, basis->object[k]) <= r->branch;
  return is;
}

/// The object may have another state than the last step on it has made, or the first one found.
static bool is_read_anew(const struct mc_reversal *r, mc_object object) {
  return end_on(r->x, object) <= r->i && (!r->model || r->model->renewals > 0 ||
                                          r->model->object[object].primitive->observe != NULL);
}

/// The reversals rest on the object's steps.
static void rest_on(struct mc_reversal *r, mc_object object) {
  struct mc_basis *basis = &r->basis;
  unsigned n = 0;
  r->is_fixed &= !is_read_anew(r, object);
  if (end_on(r->x, object) > basis->end)
    basis->end = end_on(r->x, object);
  if (mc_touches(&r->f, object))
    return;
  while (n < basis->objects && basis->object[n] != object)
    n++;
  if (n == MC_BASIS_OBJECTS)
    r->is_fixed = false;
  else if (n == basis->objects)
    basis->object[basis->objects++] = object;
}

static bool simulate(struct mc_reversal *r, const struct mc_removal *y, struct mc_simulation *s) {
  const bool is_known = mc_simulate(r, y, s);
  r->is_fixed &= is_known;
  for (unsigned n = 0; r->is_fixed && n < s->objects; n++)
    rest_on(r, s->object[n]);
  return is_known;
}

static void begin_basis(struct mc_reversal *r, unsigned all) {
  r->basis = (struct mc_basis){.all = (uint16_t)all, .end = r->own < r->x->depth ? r->own + 1 : 1};
  r->is_fixed = true;
  for (unsigned k = 0; k < mc_places(&r->f); k++)
    if (end_on(r->x, r->f.object[k]) > r->basis.end)
      r->basis.end = end_on(r->x, r->f.object[k]);
}

//===- Pairs ----------------------------------------------------------------------------------===//

/// Reverses e and f by the removal of Y.
static bool reverse_without(struct mc_reversal *r, const struct mc_removal *y) {
  struct mc_simulation s;
  if (!simulate(r, y, &s)) {
    lose(r);
    return true;
  }
  return is_explored_first(r, &s) || reverse(r, y);
}

/// Another alternative of f was executed after e: it goes in any case.
static bool has_own_step(const struct mc_reversal *r) {
  static const struct mc_removal none = {.steps = 0};
  return r->own < r->x->depth && r->own > r->i && mc_survives(r, &none, r->own);
}

/// Reverses e and f in every minimal way. `*at_once`: f is enabled after K, without a set Y.
static bool reverse_pair(struct mc_reversal *r, uint32_t i, bool *at_once) {
  struct mc_simulation s;
  const struct mc_operation *e = mc_frame_at(r->x, i)->operation;
  *at_once = false;
  mc_set_e(r, i);
  r->end_of_k = mc_end_after(r, i);
  const struct mc_removal base = {.step = &r->own, .steps = has_own_step(r)};
  if (!mc_past_survives(r, &base))
    return true;
  if (!simulate(r, &base, &s)) {
    lose(r);
    return true;
  }
  if (mc_is_enabled_after(r, &s)) {
    *at_once = base.steps == 0;
    return is_explored_first(r, &s) || reverse(r, &base);
  }
  if (e->thread != r->f.thread && !mc_may_disable(e, &r->f))
    return true;
  bool limited;
  if (!mc_each_removal(r, &base, &s, reverse_without, &limited))
    return false;
  if (limited)
    lose(r);
  return true;
}

/// The last step not yet passed on one of f's objects; `place` has one for each.
static uint32_t latest(const struct mc_execution *x, const struct mc_operation *f,
                       uint32_t place[]) {
  uint32_t i = MC_NO_STEP;
  for (unsigned k = 0; k < mc_places(f); k++)
    if (place[k] != MC_NO_STEP && (i == MC_NO_STEP || place[k] > i))
      i = place[k];
  for (unsigned k = 0; i != MC_NO_STEP && k < mc_places(f); k++)
    if (place[k] == i)
      place[k] = mc_before_on(mc_frame_at(x, i), f->object[k]);
  return i;
}

/// All that is earlier on the objects that step i shares with f happens before it.
static void skip_covered(const struct mc_frame *frame, const struct mc_operation *f,
                         uint32_t place[]) {
  for (unsigned k = 0; k < mc_places(f); k++)
    if (mc_touches(frame->operation, f->object[k]) && mc_covers(frame, f->object[k]))
      place[k] = MC_NO_STEP;
}

/// Step i may be e. Where `pop` explores what its point owes, one sequence is enough.
static bool may_be_first(const struct mc_reversal *r, uint32_t i) {
  const struct mc_search_config *config = &r->search->config;
  return i < r->limit && !(config->from && i < config->root) &&
         !mc_frame_at(r->x, i)->operation->is_aside &&
         !(r->search->pop && mc_point_at(r->search->tree, i)->owed);
}

/// Reverses f with the steps of other threads. `known`: f is a step of the trace, with this one
/// alternative, and was so in the trace before.
static bool reverse_with_others(struct mc_reversal *r, bool known) {
  const struct mc_execution *x = r->x;
  uint32_t place[MC_MOST_PLACES], i, overtaken = MC_NO_STEP;
  for (unsigned k = 0; k < mc_places(&r->f); k++)
    place[k] = r->own == x->depth ? mc_last_on(x, r->f.object[k])
                                  : mc_frame_at(x, r->own)->place[k].before;
  while ((i = latest(x, &r->f, place)) != MC_NO_STEP) {
    const struct mc_frame *e = mc_frame_at(x, i);
    // f cannot overtake its past. What happens before a step that f overtakes is reached from the
    // trace in which it does.
    if ((r->last != MC_NO_STEP && mc_happens_before(x, i, r->last)) ||
        (overtaken != MC_NO_STEP && mc_happens_before(x, i, overtaken))) {
      skip_covered(e, &r->f, place);
      continue;
    }
    // Both were in the trace before, which has reversed them. Neither pruning is safe with
    // conditional sleep sets: the trace that it relies on may be cut by one.
    if ((known && !e->several) || e->thread == r->f.thread || e->operation->is_local ||
        !may_be_first(r, i) || !mc_are_dependent(e->operation, &r->f))
      continue;
    bool at_once;
    if (!reverse_pair(r, i, &at_once))
      return false;
    if (at_once && r->prune)
      overtaken = i;
  }
  return true;
}

static bool others_use(const struct mc_tree *tree, const struct mc_operation *f) {
  for (unsigned k = 0; k < mc_places(f); k++) {
    mc_thread_set users = mc_known_object(tree, f->object[k])->users;
    mc_set_remove(&users, f->thread);
    if (!mc_set_empty(&users))
      return true;
  }
  return false;
}

static bool has_alternatives(const struct mc_tree *tree, const struct mc_operation *f) {
  for (unsigned k = 0; k < mc_places(f); k++)
    if (mc_known_object(tree, f->object[k])->has_alternatives)
      return true;
  return false;
}

/// Reverses f, in all its alternatives.
static bool reverse_all(struct mc_reversal *r, const struct mc_operation *f, unsigned all,
                        bool shared, bool known) {
  const unsigned universe = all - mc_interrupts_of(f);
  const bool executed = r->own < r->x->depth;
  for (unsigned n = 0; n < all; n++) {
    r->f.alternative = mc_nth_alternative(universe, n);
    bool at_once;
    if (executed && may_be_first(r, r->own) && r->f.alternative != f->alternative &&
        !reverse_pair(r, r->own, &at_once))
      return false;
    if (shared && !reverse_with_others(r, known && all == 1))
      return false;
  }
  return true;
}

/// Reverses the operation at `own`, or pending: the n-th that was declared.
/// `known`: it was in the trace before, and its reversals are covered.
static bool reverse_operation(struct mc_reversal *r, uint32_t n, uint32_t own, uint32_t last,
                              bool known) {
  const struct mc_operation *f = mc_declared(r->x, n);
  struct mc_basis *basis = &r->x->basis[n];
  r->covered = true;
  if (f->is_local || f->is_aside)
    return true;
  const bool shared = others_use(r->search->tree, f);
  const unsigned all = mc_universe(r->x, f) + mc_interrupts_of(f);
  if (is_settled(r, f, own, basis, all))
    return true;
  basis->end = 0;
  if (!shared && all == 1)
    return true;
  r->f = *f;
  r->own = own;
  r->last = last;
  begin_basis(r, all);
  if (!reverse_all(r, f, all, shared, known))
    return false;
  if (r->covered && r->is_fixed &&
      (own == r->x->depth || has_alternatives(r->search->tree, f))) // reverse_steps looks again
    *basis = r->basis;
  return true;
}

/// Its reversals are covered, and no later step can make it more of them.
static bool is_closed(const struct mc_reversal *r, uint32_t i) {
  const struct mc_tree *tree = r->search->tree;
  const struct mc_operation *f = mc_frame_at(r->x, i)->operation;
  return r->prune && mc_point_at(tree, i)->covered && (f->is_local || !has_alternatives(tree, f));
}

/// With a hundred thousand steps, looking back takes minutes.
static void go_on(const struct mc_search *search, uint32_t i) {
  if (i % 64 == 63 && search->config.goes_on)
    search->config.goes_on();
}

/// Reverses step i. If the next trace is to look at it again, it goes into `open` of the execution.
static bool reverse_step(struct mc_reversal *r, uint32_t i) {
  go_on(r->search, i);
  struct mc_point *point = mc_point_at(r->search->tree, i);
  const struct mc_frame *frame = mc_frame_at(r->x, i);
  const bool is_old = i < r->branch;
  if (!is_old || !is_closed(r, i)) {
    if (!reverse_operation(r, frame->number, i, frame->previous,
                           is_old && point->covered && r->prune))
      return false;
    point->covered = r->covered;
  }
  if (!is_closed(r, i))
    r->x->open[r->x->opens++] = i;
  return true;
}

static bool reverse_steps(struct mc_reversal *r) {
  struct mc_execution *x = r->x;
  const uint32_t opens = x->all_open ? 0 : x->opens, first = x->all_open ? 0 : r->branch;
  x->opens = 0;
  for (uint32_t n = 0; n < opens && x->open[n] < first; n++)
    if (!reverse_step(r, x->open[n]))
      return false;
  for (uint32_t i = first; i < x->depth; i++)
    if (!reverse_step(r, i))
      return false;
  x->all_open = false;
  return true;
}

static bool reverse_pending(struct mc_reversal *r) {
  mc_thread_set rest = r->x->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD)
    if (!mc_is_limited(r->search, t) &&
        !reverse_operation(r, r->x->thread[t].number, r->x->depth, r->x->thread[t].last, false))
      return false;
  return true;
}

/// The last step, a process exit, came before all that other threads could have done instead of it.
static bool reverse_end(struct mc_reversal *r) {
  static const struct mc_removal none = {.steps = 0};
  mc_set_e(r, r->x->depth - 1);
  r->end_of_k = r->end;
  const struct mc_point *point = mc_point_at(r->search->tree, r->i);
  const struct mc_choice *choice = mc_choices_of(r->search->tree, point);
  for (uint32_t c = 0; c < point->choices; c++) {
    if (choice[c].thread == r->thread)
      continue;
    r->f = mc_step_of(r->x, &choice[c]);
    if (!reverse(r, &none))
      return false;
  }
  return true;
}

static bool is_until(const struct mc_search *search) {
  return search->until < search->execution.depth;
}
static uint32_t end_of(const struct mc_search *search, uint32_t end) {
  return search->until < end ? search->until : end;
}

bool mc_reverse_races(struct mc_search *search, const struct mc_model *model, bool cut) {
  struct mc_execution *x = &search->execution;
  if (x->depth == 0)
    return true;
  const uint32_t last = x->depth - 1, kept = search->tree->kept;
  const bool exit = mc_frame_at(x, last)->operation->flags & MC_PROCESS_EXIT;
  if (cut) // the step has disabled all others
    mc_point_at(search->tree, last)->all = true;
  struct mc_reversal r = {.search = search,
                          .x = x,
                          .model = model,
                          .end = end_of(search, cut || exit ? last : x->depth),
                          .branch = kept ? kept - 1 : 0,
                          .limit = search->pop ? search->root_of_pop : UINT32_MAX,
                          .prune = search->config.sleep_sets != MC_SLEEP_CONDITIONAL};
  return mc_reserve(search->arena, &search->scratch, &search->scratch_capacity, x->depth + 1,
                    sizeof *search->scratch, 0) &&
         mc_reserve(search->arena, &search->sequence, &search->sequence_capacity, x->depth + 1,
                    sizeof *search->sequence, 0) &&
         mc_reserve(search->arena, &x->open, &x->open_capacity, x->depth, sizeof *x->open,
                    x->opens) &&
         reverse_steps(&r) &&
         (is_until(search) ||
          (reverse_pending(&r) && (!exit || last >= r.limit || reverse_end(&r))));
}
