// dpor/pop_empty.c - behind a hand-over: items that are not run, as nothing can wake what sleeps.
#include "pop.h"
#include "wakers.h"

#include <string.h>

/// The record has no head and no failure: its step sleeps since the hand-over.
static bool is_of_root(const struct mc_pop_record *record) {
  return !mc_pop_has_head(record) && !record->fails;
}

/// Step i is on the path of the pair's item.
static bool is_on_path(const struct mc_pop_pair *pair, uint32_t i) {
  return i < pair->from || (i <= pair->last && mc_pop_has(pair, mc_pop_at(pair->item, i)));
}

/// Behind the pair's f the record's step is asleep.
static bool is_asleep(const struct mc_pop_pair *pair, const struct mc_pop_record *record) {
  const struct mc_pop_item *item = pair->item;
  if (mc_pop_dependent(record->step, &pair->step))
    return false;
  for (uint32_t t = 0; t < record->threads; t++)
    if (record->first[t] &&
        is_on_path(pair, item->of_thread[item->thread_begin[t] + record->first[t] - 1]))
      return false;
  return true;
}

bool mc_pop_root_sleeps(const struct mc_search *search, const struct mc_pop_pair *pair) {
  if (!mc_has_handed_over(search))
    return false;
  for (uint32_t r = 0; r < pair->records; r++)
    if (is_of_root(pair->item->record[r]) && is_asleep(pair, pair->item->record[r]))
      return true;
  return false;
}

/// Where a pair's f has come last.
struct behind {
  struct mc_search *search;
  const struct mc_pop_pair *pair;
};

static bool state_behind(const void *where, mc_object object, char *out) {
  const struct behind *b = where;
  const struct mc_pop_item *item = b->pair->item;
  for (uint32_t i = b->pair->from; i < item->steps + item->pending; i++)
    if (mc_touches(&mc_pop_at(item, i)->operation, object))
      return mc_pop_state_behind(b->search, b->pair, i, object, out);
  return false;
}

/// The alternatives of instance i, pending behind f, that sleep for records with heads.
static void add_sleepers(struct mc_wakers *w, const struct mc_pop_pair *pair, uint32_t i) {
  const struct mc_operation *e = &mc_pop_at(pair->item, pair->e)->operation;
  struct mc_operation step = mc_pop_at(pair->item, i)->operation;
  const unsigned universe = pair->item->universe[i];
  for (unsigned n = 0; n < universe + mc_interrupts_of(&step); n++) {
    step.alternative = mc_nth_alternative(universe, n);
    if (!mc_pop_dependent(&pair->step, &step) &&
        ((pair->has_record && mc_pop_dependent(e, &step) &&
          mc_pop_rank(e, &step) < mc_pop_rank(e, &pair->step)) ||
         mc_pop_is_asleep(pair, i, &step)))
      mc_wakers_sleep(w, &step, false);
  }
}

/// What is pending behind the pair's f, and what sleeps there.
static void begin(struct mc_search *search, const struct mc_pop_pair *pair,
                  const struct behind *behind) {
  struct mc_wakers *w = search->pop->wakers;
  const struct mc_pop_item *item = pair->item;
  mc_wakers_begin(w, search, state_behind, behind);
  for (mc_thread t = 0; t < item->threads; t++) {
    const uint32_t i = t == pair->step.thread ? MC_NO_STEP : mc_pop_next_behind(pair, t);
    if (i == MC_NO_STEP)
      continue;
    mc_wakers_add(w, t, mc_pop_at(item, i)->history);
    add_sleepers(w, pair, i);
  }
  for (uint32_t r = 0; r < pair->records; r++)
    if (is_of_root(item->record[r]) && is_asleep(pair, item->record[r]))
      mc_wakers_sleep(w, item->record[r]->step, true);
  uint64_t result;
  const bool is_known = mc_pop_result_of_f(search, pair, &result);
  mc_wakers_follow(w, &pair->step, mc_pop_at(item, pair->f)->history, is_known ? &result : NULL);
}

/// Some step that may come is dependent on `step`, of another thread.
static bool may_depend(const struct mc_wakers *w, const struct mc_operation *step) {
  for (uint32_t i = 0; i < w->steps; i++)
    if (w->step[i].step.thread != step->thread && mc_are_dependent(&w->step[i].step, step))
      return true;
  return false;
}

/// Step i, before the item's e, may be reversed in an execution that begins with the item's path.
static bool may_be_reversed(const struct mc_pop_pair *pair, const struct mc_wakers *w, uint32_t i) {
  const struct mc_pop_instance *e = mc_pop_at(pair->item, i);
  if (!mc_pop_is_free(pair->item, i) || e->operation.is_local)
    return false;
  if (may_depend(w, &e->operation))
    return true;
  struct mc_operation other = e->operation;
  for (unsigned n = 0; n < pair->item->universe[i] + mc_interrupts_of(&other); n++) {
    other.alternative = mc_nth_alternative(pair->item->universe[i], n);
    if (other.alternative != e->operation.alternative &&
        (mc_are_dependent(&other, &pair->step) || may_depend(w, &other)))
      return true;
  }
  return false;
}

/// Without step i, of the item's path only f, the heads behind i, and what happens before these.
/// false: step i happens before one of them.
static bool make_base(struct mc_pop_pair *base, const struct mc_pop_pair *pair, uint32_t i) {
  const struct mc_pop_item *item = pair->item;
  const struct mc_pop_instance *e = mc_pop_at(item, i);
  *base = *pair;
  base->from = base->e = i;
  base->has_record = false;
  if (base->last + 1 < pair->from)
    base->last = pair->from - 1;
  mc_pop_past_of_f(pair, base->clock);
  while (base->records > 0 && item->record[base->records - 1]->at > i) {
    const struct mc_pop_record *record = item->record[--base->records];
    if (mc_pop_has_head(record))
      mc_pop_join(base->clock, mc_pop_at(item, record->head));
  }
  return e->rank > base->clock[e->operation.thread];
}

static bool may_wake(struct mc_search *search, const struct mc_pop_pair *pair) {
  const struct behind behind = {search, pair};
  begin(search, pair, &behind);
  return mc_wakers_may_wake_all(search->pop->wakers);
}

/// An execution that begins with the item's path may owe something, if nothing wakes what sleeps.
static bool may_owe(struct mc_search *search, const struct mc_pop_pair *pair) {
  enum { MOST = 64 };
  uint32_t reversed[MOST], count = 0;
  struct mc_pop_pair base;
  for (uint32_t i = 0; i < pair->from; i++)
    if (make_base(&base, pair, i) && may_be_reversed(pair, search->pop->wakers, i)) {
      if (count == MOST)
        return true;
      reversed[count++] = i;
    }
  for (uint32_t k = 0; k < count; k++) {
    make_base(&base, pair, reversed[k]);
    if (may_wake(search, &base))
      return true;
  }
  return false;
}

/// It sleeps at the current state, the last of which the record knows.
static bool still_sleeps(const struct mc_pop_record *record, const struct mc_operation *taken) {
  bool sleeps = is_of_root(record) && !mc_pop_dependent(taken, record->step);
  for (uint32_t t = 0; t < record->threads && sleeps; t++)
    sleeps = !record->first[t];
  return sleeps;
}

struct after {
  const struct mc_model *model;
  const struct mc_operation *taken;
  char of[MC_MOST_PLACES][MC_MAX_STATE]; ///< its objects, behind it
};

/// The states behind the step that is taken; returns its result.
static uint64_t take(struct after *a) {
  void *state[MC_MOST_PLACES];
  uint64_t result = 0;
  for (unsigned k = 0; k < mc_first_signals(a->taken); k++) {
    const struct mc_model_object *object = &a->model->object[a->taken->object[k]];
    memcpy(a->of[k], object->state, object->primitive->state_size);
    state[k] = a->of[k];
  }
  mc_apply(a->taken, NULL, state, &result);
  return result;
}

static bool state_after(const void *where, mc_object number, char *out) {
  const struct after *a = where;
  if (number >= a->model->object_count || !a->model->object[number].primitive)
    return false;
  const struct mc_model_object *object = &a->model->object[number];
  memcpy(out, object->state, object->primitive->state_size);
  for (unsigned k = 0; k < mc_first_signals(a->taken); k++)
    if (a->taken->object[k] == number)
      memcpy(out, a->of[k], object->primitive->state_size);
  return true;
}

bool mc_pop_is_dead_end(const struct mc_search *search, const struct mc_model *model,
                        const struct mc_point *point, const struct mc_choice *choice) {
  const struct mc_execution *x = &search->execution;
  const struct mc_operation taken = mc_step_of(x, choice);
  if (mc_is_interrupt(&taken))
    return false;
  struct mc_wakers *w = search->pop->wakers;
  const struct mc_pop_item *item = mc_pop_top(search->pop);
  struct after after = {.model = model, .taken = &taken};
  const uint64_t result = take(&after);
  mc_wakers_begin(w, search, state_after, &after);
  mc_thread_set rest = x->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD)
    if (t != taken.thread)
      mc_wakers_add(w, t, x->history[x->thread[t].number]);
  for (uint32_t i = 0; i < point->choices; i++) {
    const struct mc_operation step = mc_step_of(x, &mc_choices_of(search->tree, point)[i]);
    if (mc_choices_of(search->tree, point)[i].asleep && !mc_pop_dependent(&taken, &step))
      mc_wakers_sleep(w, &step, false);
  }
  for (uint32_t r = 0; r < item->records; r++)
    if (still_sleeps(item->record[r], &taken))
      mc_wakers_sleep(w, item->record[r]->step, true);
  mc_wakers_follow(w, &taken, x->history[x->thread[taken.thread].number], &result);
  return !mc_wakers_may_wake_all(w);
}

enum mc_pop_answer mc_pop_is_empty(struct mc_search *search, const struct mc_pop_pair *pair) {
  if (!mc_has_handed_over(search) || pair->is_beyond || search->pop->has_failed)
    return MC_POP_NONE;
  if (!mc_pop_root_sleeps(search, pair))
    return MC_POP_NONE;
  return may_wake(search, pair) || may_owe(search, pair) ? MC_POP_NONE : MC_POP_FOUND;
}

bool mc_pop_make_wakers(struct mc_search *search) {
  return search->pop->wakers = mc_arena_take_pages(search->arena, sizeof *search->pop->wakers);
}
