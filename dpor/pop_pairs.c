// dpor/pop_pairs.c - the pairs e, f of an execution that may owe new items.
//
// Terms:  those of pop.h and docs/search.md. x is the last step before f in the schedule; where it
//         is e itself, f comes in the place of e at once. The pairs are gone through by x, then f,
//         then f's alternative, then e; the last x and e come first, so that the next item shares
//         a long path with what has just run.
// Which:  an item is owed by the first node that has its steps, so x is behind the execution's path
//         or the last of it, and all heads of the path behind e are in the schedule.
#include "pop.h"

#include <string.h>

bool mc_pop_list(struct mc_search *search, uint32_t **list, uint32_t *count, uint32_t *capacity,
                 uint32_t i) {
  if (!mc_reserve(search->arena, list, capacity, *count + 1, sizeof **list, *count))
    return false;
  mc_add_step(*list, count, i);
  return true;
}

static bool covers(const struct mc_pop_instance *step, mc_object object) {
  return step->covers >> mc_index_of(&step->operation, object) & 1;
}

//===- f --------------------------------------------------------------------------------------===//

uint32_t mc_pop_next_of(const struct mc_pop_item *item, mc_thread thread, uint32_t from) {
  uint32_t low = item->thread_begin[thread], high = item->thread_begin[thread + 1];
  const uint32_t end = high;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (item->of_thread[middle] >= from)
      high = middle;
    else
      low = middle + 1;
  }
  return low < end ? item->of_thread[low] : MC_NO_STEP;
}

/// Steps before x that need not be there before it: one of their other alternatives may be f.
static bool add_seconds_before(struct mc_search *search, const struct mc_pop_item *item,
                               uint32_t x) {
  struct mc_pop *pop = search->pop;
  const struct mc_pop_instance *last = mc_pop_at(item, x);
  for (unsigned k = 0; k < mc_places(&last->operation); k++) {
    const mc_object object = last->operation.object[k];
    for (uint32_t i = last->before[k]; i != MC_NO_STEP;) {
      const struct mc_pop_instance *step = mc_pop_at(item, i);
      const bool is_past = mc_pop_is_past(step, last);
      if (!is_past && !mc_pop_list(search, &pop->second, &pop->seconds, &pop->second_capacity, i))
        return false;
      if (is_past && covers(step, object))
        break;
      i = step->before[mc_index_of(&step->operation, object)];
    }
  }
  return true;
}

/// Instances behind x, each of its thread the first.
static bool add_seconds_behind(struct mc_search *search, const struct mc_pop_item *item,
                               uint32_t x) {
  struct mc_pop *pop = search->pop;
  const struct mc_operation *last = &mc_pop_at(item, x)->operation;
  for (unsigned k = 0; k < mc_places(last); k++)
    for (uint32_t i = x; (i = mc_pop_next_on(item, i, last->object[k])) != MC_NO_STEP;) {
      const uint32_t previous = mc_pop_at(item, i)->previous;
      if ((previous == MC_NO_STEP || previous <= x) &&
          !mc_pop_list(search, &pop->second, &pop->seconds, &pop->second_capacity, i))
        return false;
    }
  const uint32_t own = mc_pop_next_of(item, last->thread, x + 1);
  if (own != MC_NO_STEP &&
      !mc_pop_list(search, &pop->second, &pop->seconds, &pop->second_capacity, own))
    return false;
  for (mc_thread t = 0; t < item->threads && last->flags & MC_PROCESS_EXIT; t++) {
    const uint32_t next = mc_pop_next_of(item, t, x + 1);
    if (next != MC_NO_STEP && mc_pop_at(item, next)->operation.flags & MC_PROCESS_EXIT &&
        !mc_pop_list(search, &pop->second, &pop->seconds, &pop->second_capacity, next))
      return false;
  }
  return true;
}

/// The operations that x may be the last step before.
static bool find_seconds(struct mc_search *search, const struct mc_pop_item *item, uint32_t x) {
  struct mc_pop *pop = search->pop;
  pop->seconds = 0;
  return add_seconds_before(search, item, x) &&
         mc_pop_list(search, &pop->second, &pop->seconds, &pop->second_capacity, x) &&
         add_seconds_behind(search, item, x);
}

//===- e --------------------------------------------------------------------------------------===//

void mc_pop_reverse(uint32_t list[], uint32_t count) {
  for (uint32_t a = 0, b = count; a + 1 < b; a++) {
    const uint32_t i = list[a];
    list[a] = list[--b];
    list[b] = i;
  }
}

/// The steps on f's objects up to x, the last first, that do not happen before x, nor before the
/// step of f's thread before it; and x. Each may be e; those after e may be taken before f.
static bool find_firsts(struct mc_search *search, const struct mc_pop_item *item, uint32_t x,
                        uint32_t f) {
  struct mc_pop *pop = search->pop;
  const struct mc_pop_instance *last = mc_pop_at(item, x), *second = mc_pop_at(item, f);
  const struct mc_pop_instance *own =
      second->previous == MC_NO_STEP ? NULL : mc_pop_at(item, second->previous);
  pop->firsts = 0;
  if (!mc_pop_list(search, &pop->first, &pop->firsts, &pop->first_capacity, x) ||
      (f < x && !mc_pop_list(search, &pop->first, &pop->firsts, &pop->first_capacity, f)))
    return false;
  for (unsigned k = 0; k < mc_places(&second->operation); k++) {
    const mc_object object = second->operation.object[k];
    for (uint32_t i = item->next[item->place[f] + k]; i < x; i = mc_pop_next_on(item, i, object))
      if (!mc_pop_list(search, &pop->first, &pop->firsts, &pop->first_capacity, i))
        return false;
    uint32_t i = x < f && mc_touches(&last->operation, object) ? x : second->before[k];
    while (i != MC_NO_STEP) {
      const struct mc_pop_instance *step = mc_pop_at(item, i);
      const bool is_past =
          i <= x && (mc_pop_is_past(step, last) || (own && mc_pop_is_past(step, own)));
      if (i < x && !is_past &&
          !mc_pop_list(search, &pop->first, &pop->firsts, &pop->first_capacity, i))
        return false;
      if (is_past && covers(step, object))
        break;
      i = step->before[mc_index_of(&step->operation, object)];
    }
  }
  mc_pop_reverse(pop->first, pop->firsts);
  return true;
}

/// The path's schedules behind e can stay before f.
static bool heads_stay(const struct mc_pop_item *item, uint32_t i, const struct mc_pop_pair *pair) {
  const struct mc_pop_instance *e = mc_pop_at(item, i), *f = mc_pop_at(item, pair->f);
  for (uint32_t r = item->records; r-- > 0 && item->record[r]->at > i;) {
    if (!mc_pop_has_head(item->record[r]))
      continue;
    const struct mc_pop_instance *head = mc_pop_at(item, item->record[r]->head);
    if (mc_pop_is_past(e, head) || mc_pop_clock(head, f->operation.thread) >= f->rank)
      return false;
  }
  return true;
}

/// Step i can be e of the pair: its x is `pair->last`.
static bool may_be_first(const struct mc_pop_item *item, uint32_t i,
                         const struct mc_pop_pair *pair) {
  const struct mc_pop_instance *e = mc_pop_at(item, i), *f = mc_pop_at(item, pair->f);
  if (!mc_pop_is_free(item, i) || e->operation.is_local || mc_waits_busily(&e->operation) ||
      !mc_pop_dependent(&e->operation, &pair->step))
    return false;
  const struct mc_pop_instance *last = mc_pop_at(item, pair->last);
  if (i == pair->f) // another alternative of it
    return pair->step.alternative != e->operation.alternative &&
           (i == pair->last || heads_stay(item, i, pair));
  if (i == pair->last)
    return pair->f > i && e->operation.thread != f->operation.thread;
  if (i > pair->f || mc_pop_is_past(e, last))
    return false;
  if (f->previous != MC_NO_STEP && mc_pop_is_past(e, mc_pop_at(item, f->previous)))
    return false;
  return heads_stay(item, i, pair);
}

//===- One after the other --------------------------------------------------------------------===//

static uint32_t alternatives_of(const struct mc_pop_item *item, uint32_t f) {
  return item->universe[f] + mc_interrupts_of(&mc_pop_at(item, f)->operation);
}

/// The pair's f can come right behind its x.
static bool may_be_second(const struct mc_pop_pair *pair) {
  const struct mc_operation *last = &mc_pop_at(pair->item, pair->last)->operation;
  if (mc_waits_busily(&pair->step))
    return false;
  if (pair->f == pair->last)
    return pair->step.alternative != last->alternative;
  return mc_pop_dependent(last, &pair->step);
}

/// The pairs of one f.
static enum mc_pop_answer next_of_second(struct mc_search *search, struct mc_pop_item *item,
                                         struct mc_pop_pair *pair) {
  struct mc_pop *pop = search->pop;
  struct mc_pop_place *at = &item->at;
  const uint32_t x = at->last - 1, all = alternatives_of(item, pair->f);
  bool are_found = false;
  for (; at->alternative < all; at->alternative++, at->first = 0) {
    pair->step.alternative = mc_nth_alternative(item->universe[pair->f], at->alternative);
    pair->last = x;
    if (!may_be_second(pair))
      continue;
    if (!are_found && !find_firsts(search, item, x, pair->f))
      return MC_POP_FULL;
    are_found = true;
    const uint32_t end = pair->f == x ? 1 : pop->firsts;
    for (; at->first < end; at->first++, at->has_set = false) {
      pair->e = pop->first[at->first];
      if (!at->has_set && !may_be_first(item, pair->e, pair))
        continue;
      const enum mc_pop_answer answer = mc_pop_next_set(search, item, pair);
      if (answer != MC_POP_NONE)
        return answer;
    }
  }
  at->alternative = 0;
  return MC_POP_NONE;
}

enum mc_pop_answer mc_pop_next_pair(struct mc_search *search, struct mc_pop_item *item,
                                    struct mc_pop_pair *pair) {
  struct mc_pop *pop = search->pop;
  struct mc_pop_place *at = &item->at;
  const uint32_t first = item->length ? item->length : 1;
  pair->item = item;
  pair->through = NULL;
  pair->is_beyond = false;
  pair->has_record = true;
  for (; at->last >= first && at->last > 0; at->last--, at->second = 0) {
    if (!find_seconds(search, item, at->last - 1))
      return MC_POP_FULL;
    for (; at->second < pop->seconds; at->second++) {
      pair->f = pop->second[at->second];
      if (mc_pop_at(item, pair->f)->operation.is_local)
        continue;
      pair->step = mc_pop_at(item, pair->f)->operation;
      const enum mc_pop_answer answer = next_of_second(search, item, pair);
      if (answer != MC_POP_NONE)
        return answer;
    }
  }
  return item->postponeds ? mc_pop_next_beyond(search, item, pair) : MC_POP_NONE;
}
