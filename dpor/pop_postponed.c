// dpor/pop_postponed.c - items that are not run, as each execution that they could have is found by
// another one.
//
// Terms:  those of pop.h and docs/search.md. An item E, e, w'.f is *postponed* if behind it e is
//         disabled, and an enabled step sleeps for this reversal of e alone. The one of lowest rank
//         is its *owner*: the item E, e, w''.owner has all executions that begin with it.
// Why:    if nothing wakes what sleeps, the item's execution is blocked. And all that the item has
//         comes to contradict the owner. So it is divided by the first steps y that are dependent
//         on the owner, and what is before y: into items E, w'.f, u.y with two reversals, of e and
//         of the owner.
// Where:  such an item is found in an execution of the owner's item that has w', f and u, too. And
//         where a set w' lacks heads of the path, but has steps of postponed items whose owners lead
//         down to the heads, the execution owes the set, too. Else reversals further out were lost
//         whose w' runs through a postponed item.
// Same:   e and the owner are told from what is pending behind E, w'.f, so they are the same
//         wherever the item is found.
// Bound:  an item found so need not have more steps in schedules than the one it was found in. So
//         how many items are open is not bounded by the length of a trace, as far as is proven.
#include "pop.h"

#include <string.h>

uint32_t mc_pop_next_behind(const struct mc_pop_pair *pair, mc_thread thread) {
  const struct mc_pop_item *item = pair->item;
  const uint32_t first = mc_pop_next_of(item, thread, pair->from);
  if (first == MC_NO_STEP)
    return MC_NO_STEP;
  const uint32_t rank = mc_pop_at(item, first)->rank, taken = pair->clock[thread];
  const uint32_t place = item->thread_begin[thread] + (taken < rank ? rank - 1 : taken);
  return place < item->thread_begin[thread + 1] ? item->of_thread[place] : MC_NO_STEP;
}

struct owner {
  uint32_t instance, rank; ///< MC_NO_STEP: none
  mc_alternative alternative;
};

/// The lowest of the instance's alternatives that are enabled and sleep for the pair alone.
static bool find_sleeper(struct mc_search *search, const struct mc_pop_pair *pair,
                         const struct mc_operation *e, uint32_t i, struct owner *owner) {
  struct mc_operation step = mc_pop_at(pair->item, i)->operation;
  const uint16_t universe = pair->item->universe[i];
  for (unsigned n = 0; n < universe + mc_interrupts_of(&step); n++) {
    bool known;
    step.alternative = mc_nth_alternative(universe, n);
    const uint32_t rank = mc_pop_rank(e, &step);
    if (rank >= owner->rank || mc_waits_busily(&step) || !mc_pop_dependent(e, &step) ||
        mc_pop_dependent(&pair->step, &step))
      continue;
    const bool enabled = mc_pop_is_enabled(search, pair, i, &step, NULL, &known);
    if (!known)
      return false;
    if (enabled && !mc_pop_is_asleep(pair, i, &step))
      *owner = (struct owner){i, rank, step.alternative};
  }
  return true;
}

/// The owner of the pair's item, of whose reversal `e` is the step, instance `of_e`. false: the
/// states of objects are not known.
static bool find_owner(struct mc_search *search, const struct mc_pop_pair *pair,
                       const struct mc_operation *e, uint32_t of_e, struct owner *owner) {
  bool known = true;
  *owner = (struct owner){.instance = MC_NO_STEP};
  if (e->thread == pair->step.thread || !mc_may_disable(&pair->step, e) ||
      mc_pop_root_sleeps(search, pair))
    return true;
  owner->rank = mc_pop_rank(e, &pair->step);
  for (mc_thread t = 0; t < pair->item->threads; t++) {
    const uint32_t i = t == pair->step.thread ? MC_NO_STEP : mc_pop_next_behind(pair, t);
    if (i != MC_NO_STEP &&
        (t == e->thread || !mc_are_apart(&mc_pop_at(pair->item, i)->operation, e)) &&
        !find_sleeper(search, pair, e, i, owner))
      return false;
  }
  if (owner->instance != MC_NO_STEP &&
      mc_pop_is_enabled(search, pair, of_e, e, &pair->step, &known))
    owner->instance = MC_NO_STEP;
  return known;
}

enum mc_pop_answer mc_pop_is_postponed(struct mc_search *search, const struct mc_pop_pair *pair) {
  struct owner owner;
  if (search->pop->has_failed)
    return MC_POP_NONE;
  if (!find_owner(search, pair, &mc_pop_at(pair->item, pair->e)->operation, pair->e, &owner))
    return MC_POP_LOST;
  return owner.instance == MC_NO_STEP ? MC_POP_NONE : MC_POP_FOUND;
}

//===- Those that an execution shows ----------------------------------------------------------===//

/// No other step that is dependent on the record's happens before the first such step of its
/// thread.
static bool is_first(const struct mc_pop_record *record, const struct mc_pop_instance *step) {
  for (uint32_t t = 0; t < record->threads; t++)
    if (t != step->operation.thread && record->first[t] &&
        mc_pop_clock(step, (mc_thread)t) >= record->first[t])
      return false;
  return true;
}

/// What happens before the step, and not before `from`, is in the set.
static bool has_past(const struct mc_pop_pair *pair, const struct mc_pop_instance *step) {
  const struct mc_pop_item *item = pair->item;
  for (mc_thread t = 0; t < item->threads; t++) {
    const uint32_t count = mc_pop_clock(step, t) - (t == step->operation.thread);
    const uint32_t first = mc_pop_next_of(item, t, pair->from);
    if (count > pair->clock[t] && first != MC_NO_STEP && count >= mc_pop_at(item, first)->rank)
      return false;
  }
  return true;
}

/// Adds the item that has step f as the head of the record's e, if it was postponed and the
/// execution has its owner.
static enum mc_pop_answer add_shown(struct mc_search *search, struct mc_pop_item *item, uint32_t r,
                                    uint32_t f) {
  const struct mc_pop_instance *head = mc_pop_at(item, f);
  const struct mc_pop_record *record = item->record[r];
  struct mc_pop_pair pair = {
      .item = item, .from = record->at, .records = r, .f = f, .last = f, .step = head->operation};
  const uint32_t e = mc_pop_next_of(item, record->step->thread, record->at);
  struct owner owner;
  memcpy(pair.clock, head->clock, head->clock_length * sizeof *pair.clock);
  pair.clock[head->operation.thread]--;
  if (e == MC_NO_STEP || !find_owner(search, &pair, record->step, e, &owner))
    return MC_POP_LOST;
  if (owner.instance >= item->steps ||
      mc_pop_at(item, owner.instance)->operation.alternative != owner.alternative ||
      !has_past(&pair, mc_pop_at(item, owner.instance)))
    return MC_POP_NONE;
  if (!mc_reserve(search->arena, &item->postponed, &item->postponed_capacity, item->postponeds + 1,
                  sizeof *item->postponed, item->postponeds))
    return MC_POP_FULL;
  search->pop->has_postponed = true;
  item->postponed[item->postponeds++] = (struct mc_pop_postponed){r, f, owner.instance};
  return MC_POP_NONE;
}

static uint32_t step_of_rank(const struct mc_pop_item *item, mc_thread thread, uint32_t rank) {
  return item->of_thread[item->thread_begin[thread] + rank - 1];
}

enum mc_pop_answer mc_pop_find_postponed(struct mc_search *search, struct mc_pop_item *item) {
  item->postponeds = 0;
  for (uint32_t r = 0; r < item->records && !search->pop->has_failed; r++) {
    const struct mc_pop_record *record = item->record[r];
    for (uint32_t t = 0; t < record->threads && mc_pop_has_head(record); t++) {
      if (!record->first[t])
        continue;
      const uint32_t f = step_of_rank(item, (mc_thread)t, record->first[t]);
      const struct mc_pop_instance *head = mc_pop_at(item, f);
      if (!mc_may_disable(&head->operation, record->step) ||
          mc_pop_is_past(mc_pop_at(item, record->head), head) || !is_first(record, head))
        continue;
      const enum mc_pop_answer answer = add_shown(search, item, r, f);
      if (answer != MC_POP_NONE)
        return answer;
    }
  }
  return MC_POP_NONE;
}

//===- What is owed by way of them ------------------------------------------------------------===//

/// The step of lowest rank, of those with that many steps of each thread, that is a first one
/// dependent on the record's; or MC_NO_STEP.
static uint32_t lowest_first(const struct mc_pop_item *item, const struct mc_pop_record *record,
                             const uint32_t clock[]) {
  uint32_t best = MC_NO_STEP, least = 0;
  for (uint32_t t = 0; t < record->threads; t++) {
    if (!record->first[t] || record->first[t] > clock[t])
      continue;
    const uint32_t i = step_of_rank(item, (mc_thread)t, record->first[t]);
    const uint32_t rank = mc_pop_rank(record->step, &mc_pop_at(item, i)->operation);
    if (is_first(record, mc_pop_at(item, i)) && (best == MC_NO_STEP || rank < least)) {
      best = i;
      least = rank;
    }
  }
  return best;
}

static const struct mc_pop_postponed *shown(const struct mc_pop_item *item, uint32_t r,
                                            uint32_t f) {
  for (uint32_t n = 0; n < item->postponeds; n++)
    if (item->postponed[n].record == r && item->postponed[n].f == f)
      return &item->postponed[n];
  return NULL;
}

/// Adds to the steps the owners of the postponed items that they belong to, for the records from
/// `r` on: they are a node of the tree then. false: none of this execution's.
static bool add_owners(const struct mc_pop_item *item, uint32_t r, uint32_t clock[]) {
  for (; r < item->records; r++) {
    uint32_t f;
    while ((f = lowest_first(item, item->record[r], clock)) != item->record[r]->head) {
      const struct mc_pop_postponed *postponed = f == MC_NO_STEP ? NULL : shown(item, r, f);
      if (!postponed)
        return false;
      mc_pop_join(clock, mc_pop_at(item, postponed->owner));
    }
  }
  return true;
}

static bool has_all_heads(const struct mc_pop_pair *pair) {
  for (uint32_t r = pair->records; r < pair->item->records; r++)
    if (!mc_pop_has(pair, mc_pop_at(pair->item, pair->item->record[r]->head)))
      return false;
  return true;
}

/// A step of the schedule behind the postponed item's sleeps for it.
static bool has_sleeper(const struct mc_pop_pair *pair) {
  const struct mc_pop_item *item = pair->item;
  const struct mc_pop_record *record = item->record[pair->through->record];
  const uint32_t rank = mc_pop_rank(record->step, &mc_pop_at(item, pair->through->f)->operation);
  for (uint32_t t = 0; t < record->threads; t++) {
    if (!record->first[t] || record->first[t] > pair->clock[t])
      continue;
    const struct mc_pop_instance *step =
        mc_pop_at(item, step_of_rank(item, (mc_thread)t, record->first[t]));
    if (mc_pop_rank(record->step, &step->operation) < rank && is_first(record, step))
      return true;
  }
  return false;
}

bool mc_pop_is_owed(const struct mc_pop_pair *pair) {
  const struct mc_pop_item *item = pair->item;
  uint32_t clock[MC_MAX_THREADS];
  if (pair->through ? has_sleeper(pair) : has_all_heads(pair))
    return false;
  memcpy(clock, pair->clock, item->threads * sizeof *clock);
  mc_pop_join(clock, mc_pop_at(item, pair->e));
  return add_owners(item, pair->records, clock);
}

//===- One after the other --------------------------------------------------------------------===//

/// The steps on f's objects that may be in a set, the last first.
static bool find_candidates(struct mc_search *search, const struct mc_pop_pair *pair) {
  struct mc_pop *pop = search->pop;
  const struct mc_pop_item *item = pair->item;
  const struct mc_pop_instance *f = mc_pop_at(item, pair->f);
  pop->firsts = 0;
  for (unsigned k = 0; k < mc_places(&f->operation); k++) {
    const mc_object object = f->operation.object[k];
    uint32_t i = pair->f;
    while (mc_pop_next_on(item, i, object) < item->steps)
      i = mc_pop_next_on(item, i, object);
    for (; i != MC_NO_STEP && i >= pair->from; i = mc_pop_before_on(item, i, object))
      if (i < item->steps &&
          !mc_pop_list(search, &pop->first, &pop->firsts, &pop->first_capacity, i))
        return false;
  }
  mc_pop_reverse(pop->first, pop->firsts);
  return true;
}

/// The pair's f can come behind what every set has.
static bool may_be_second(const struct mc_pop_pair *pair) {
  const struct mc_pop_item *item = pair->item;
  const struct mc_pop_instance *e = mc_pop_at(item, pair->e), *f = mc_pop_at(item, pair->f);
  if (mc_waits_busily(&e->operation) || mc_waits_busily(&pair->step) ||
      !mc_pop_dependent(&e->operation, &pair->step))
    return false;
  if (pair->f == pair->e)
    return pair->step.alternative != e->operation.alternative;
  if (pair->through &&
      f->rank <= mc_pop_clock(mc_pop_at(item, pair->through->f), f->operation.thread))
    return false;
  return f->previous == MC_NO_STEP || !mc_pop_is_past(e, mc_pop_at(item, f->previous));
}

/// The sources: e is a free step before a record of a postponed item; then the owners of these.
static uint32_t ordinary_sources(const struct mc_pop_item *item) {
  return item->record[item->postponed[item->postponeds - 1].record]->at;
}

static bool turn_to_source(struct mc_pop_item *item, struct mc_pop_pair *pair, uint32_t n) {
  const uint32_t ordinary = ordinary_sources(item);
  pair->is_beyond = true;
  pair->last = item->steps - 1;
  if (n < ordinary) {
    pair->through = NULL;
    pair->from = pair->e = n;
    for (pair->records = 0; item->record[pair->records]->at <= n;)
      pair->records++;
    return mc_pop_is_free(item, n);
  }
  pair->through = &item->postponed[n - ordinary];
  pair->from = item->record[pair->through->record]->at;
  pair->e = pair->through->owner;
  pair->records = pair->through->record;
  return true;
}

/// The pairs of one f.
static enum mc_pop_answer next_of_second(struct mc_search *search, struct mc_pop_item *item,
                                         struct mc_pop_pair *pair) {
  struct mc_pop_place *at = &item->at;
  const uint32_t all = item->universe[pair->f] + mc_interrupts_of(&pair->step);
  bool are_found = false;
  for (; at->alternative < all; at->alternative++, at->has_set = false) {
    pair->step.alternative = mc_nth_alternative(item->universe[pair->f], at->alternative);
    if (!may_be_second(pair))
      continue;
    if (!are_found && !find_candidates(search, pair))
      return MC_POP_FULL;
    are_found = true;
    const enum mc_pop_answer answer = mc_pop_next_set(search, item, pair);
    if (answer != MC_POP_NONE)
      return answer;
  }
  at->alternative = 0;
  return MC_POP_NONE;
}

enum mc_pop_answer mc_pop_next_beyond(struct mc_search *search, struct mc_pop_item *item,
                                      struct mc_pop_pair *pair) {
  struct mc_pop_place *at = &item->at;
  const uint32_t sources = ordinary_sources(item) + item->postponeds;
  for (; at->source < sources; at->source++, at->second = 0) {
    if (!turn_to_source(item, pair, at->source))
      continue;
    if (at->second < pair->from)
      at->second = pair->from;
    for (; at->second < item->steps + item->pending; at->second++) {
      pair->f = at->second;
      pair->step = mc_pop_at(item, pair->f)->operation;
      const enum mc_pop_answer answer = next_of_second(search, item, pair);
      if (answer != MC_POP_NONE)
        return answer;
    }
  }
  return MC_POP_NONE;
}
