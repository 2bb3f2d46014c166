// dpor/pop_choice.c - which steps an item's execution takes: first its path, then any that does not
// sleep.
//
// All that is free could be taken in any order. Some executions end with nothing but steps that
// sleep, as nothing has woken them: the e that would do so was disabled. Fewest are such if the
// steps that others can disable come last (docs/search.md), also in items that have no sleeping
// step: each step that they take is the e of later ones.
#include "clock.h"
#include "pop.h"

/// The record is one of the item below, too: it knows what they share.
static void begin_record(struct mc_pop_record *record, const struct mc_pop_item *below,
                         const struct mc_pop_record *from, uint32_t shared) {
  record->seen = shared;
  record->threads = from->threads;
  for (uint32_t t = 0; t < from->threads; t++) {
    const uint32_t rank = from->first[t];
    const bool is_shared = rank && below->of_thread[below->thread_begin[t] + rank - 1] < shared;
    record->first[t] = is_shared ? rank : 0;
  }
}

void mc_pop_begin(struct mc_search *search) {
  const struct mc_pop *pop = search->pop;
  const struct mc_pop_item *item = mc_pop_top(pop);
  if (item->records == 0)
    return;
  const struct mc_pop_item *below = pop->item[pop->open - 2];
  for (uint32_t r = 0; r + 1 < item->records; r++)
    begin_record(item->record[r], below, below->record[r], item->branch);
  struct mc_pop_record *newest = item->record[item->records - 1];
  newest->seen = newest->at;
  newest->threads = 0;
}

/// The step is asleep: another item begins with it.
static bool sleeps(const struct mc_search *search, const struct mc_pop_item *item,
                   const struct mc_operation *step) {
  uint32_t clock[MC_MAX_THREADS];
  bool is_known = false;
  for (uint32_t r = 0; r < item->records; r++) {
    const struct mc_pop_record *record = item->record[r];
    if (!mc_pop_dependent(record->step, step) || mc_pop_rank(record->step, step) >= record->rank)
      continue;
    if (!is_known)
      mc_past_of(&search->execution, step, clock);
    is_known = true;
    if (mc_pop_sleeps(record, clock, search->execution.threads))
      return true;
  }
  return false;
}

bool mc_pop_follows(const struct mc_search *search) {
  return search->execution.depth < mc_pop_top(search->pop)->length;
}

bool mc_pop_sleep(struct mc_search *search, struct mc_point *point) {
  const struct mc_pop_item *item = mc_pop_top(search->pop);
  if (mc_pop_follows(search))
    return true;
  for (uint32_t r = 0; r < item->records; r++)
    if (!mc_pop_see(&search->execution, item->record[r]))
      return false;
  struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (uint32_t i = 0; i < point->choices; i++) {
    struct mc_operation copy;
    choice[i].asleep =
        sleeps(search, item,
               mc_as_step(&search->execution, choice[i].operation, choice[i].alternative, &copy));
  }
  return true;
}

//===- The next step --------------------------------------------------------------------------===//

/// How likely it is that a step can be disabled: pairs of pending steps, independent of each other,
/// that may do so; then such steps of other threads.
static uint64_t risk_of(const struct mc_search *search, const struct mc_operation *step) {
  enum { MOST = 32 };
  const struct mc_execution *x = &search->execution;
  struct mc_operation hinders[MOST];
  uint64_t pairs = 0, others = 0;
  uint32_t count = 0;
  mc_thread_set rest = x->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD && count < MOST) {
    if (t != step->thread && mc_are_apart(x->thread[t].pending, step))
      continue;
    struct mc_operation other = *x->thread[t].pending;
    const unsigned universe = mc_universe(x, &other), all = universe + mc_interrupts_of(&other);
    for (unsigned n = 0; n < all && count < MOST; n++) {
      other.alternative = mc_nth_alternative(universe, n);
      if (t == step->thread ? other.alternative == step->alternative
                            : !mc_may_disable(&other, step))
        continue;
      for (uint32_t k = 0; k < count; k++)
        pairs += !mc_pop_dependent(&other, &hinders[k]);
      others += t != step->thread;
      hinders[count++] = other;
    }
  }
  return pairs << 32 | others;
}

static const struct mc_choice *least_risk(const struct mc_search *search,
                                          const struct mc_point *point) {
  const struct mc_choice *choice = mc_choices_of(search->tree, point), *best = NULL;
  uint64_t least = 0;
  for (uint32_t i = 0; i < point->choices && (!best || least > 0); i++) {
    if (choice[i].asleep || !mc_is_foremost(&search->execution, choice[i].thread))
      continue;
    struct mc_operation copy;
    const struct mc_operation *step =
        mc_as_step(&search->execution, choice[i].operation, choice[i].alternative, &copy);
    const uint64_t risk = risk_of(search, step);
    if (!best || risk < least) {
      best = &choice[i];
      least = risk;
    }
  }
  return best;
}

const struct mc_choice *mc_pop_first(struct mc_search *search, struct mc_point *point) {
  struct mc_pop *pop = search->pop;
  const struct mc_pop_item *item = mc_pop_top(pop);
  const uint32_t depth = search->execution.depth;
  const struct mc_choice *choice;
  if (depth >= item->length) {
    choice = least_risk(search, point);
    return choice ? choice : mc_first_choice(search, point);
  }
  choice =
      mc_find_choice(search->tree, point, item->path[depth].thread, item->path[depth].alternative);
  pop->is_left |= !choice;
  return choice;
}
