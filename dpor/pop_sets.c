// dpor/pop_sets.c - the sets w' of steps that, put before e with f behind them, are a new item.
//
// Terms:  those of pop.h and docs/search.md. A set is closed under happens-before, so it is known
// by
//         how many steps of each thread it has: by a clock, the join of those of its last steps.
// How:    depth first, from the first step on which f is dependent to the last, each taken with all
//         its past, or left out with all that it happens before. No set is stored; what has been
//         taken says which was the last one. A step that cannot disable f is left out only where f
//         was enabled behind some set with it: what f can follow without it, f can follow with it.
#include "pop.h"

#include <string.h>

static const struct mc_pop_instance *last_of_thread(const struct mc_pop_pair *pair) {
  const uint32_t previous = mc_pop_at(pair->item, pair->f)->previous;
  return previous == MC_NO_STEP ? NULL : mc_pop_at(pair->item, previous);
}

/// The step is in no past of e, leaves f's thread where it is, and f is dependent on it.
static bool may_be_taken(const struct mc_pop_pair *pair, uint32_t j) {
  const struct mc_pop_instance *step = mc_pop_at(pair->item, j);
  const struct mc_pop_instance *e = mc_pop_at(pair->item, pair->e);
  const struct mc_pop_instance *f = mc_pop_at(pair->item, pair->f);
  return step->operation.thread != f->operation.thread && !mc_pop_is_past(e, step) &&
         mc_pop_clock(step, f->operation.thread) < f->rank &&
         mc_are_dependent(&step->operation, &pair->step);
}

//===- The states after the set ---------------------------------------------------------------===//

static const char *saved_state(const struct mc_execution *x, const struct mc_pop_instance *instance,
                               mc_object object) {
  const char *state = instance->saved;
  for (unsigned k = 0; instance->operation.object[k] != object; k++)
    state += x->object[instance->operation.object[k]].state_size;
  return state;
}

/// The simulation has the objects, too, on which instance `i` is.
static bool follow(struct mc_simulation *s, uint32_t from[], struct mc_objects objects,
                   uint32_t i) {
  const unsigned known = s->objects;
  if (!mc_follow(s, objects))
    return false;
  for (unsigned n = known; n < s->objects; n++)
    from[n] = i;
  return true;
}

/// What is asked, and what runs behind the set before it is.
struct question {
  uint32_t i;                        ///< an instance
  struct mc_objects objects;         ///< some of its own
  const struct mc_operation *behind; ///< an alternative of f, or NULL
};

/// The steps of the set on the objects of the question, and on those that they have together with
/// others; and the states of these before the set.
static bool collect(struct mc_search *search, const struct mc_pop_pair *pair,
                    const struct question *q, struct mc_simulation *s) {
  const struct mc_pop_item *item = pair->item;
  uint32_t from[MC_MOST_OBJECTS];
  s->objects = s->steps = 0;
  if (!follow(s, from, q->objects, q->i))
    return false;
  for (unsigned n = 0; n < s->objects; n++) {
    const mc_object object = s->object[n];
    uint32_t i = from[n], before;
    while ((before = mc_pop_before_on(item, i, object)) != MC_NO_STEP && before >= pair->from)
      i = before;
    memcpy(s->state[n], saved_state(&search->execution, mc_pop_at(item, i), object),
           search->execution.object[object].state_size);
    for (; i <= pair->last; i = mc_pop_next_on(item, i, object)) {
      const struct mc_pop_instance *step = mc_pop_at(item, i);
      if (!mc_pop_has(pair, step))
        continue;
      mc_add_step(search->scratch, &s->steps, i);
      if (mc_acts_on(&step->operation, object) &&
          !follow(s, from, mc_acted_on(&step->operation), i))
        return false;
    }
    if (q->behind && mc_acts_on(q->behind, object) &&
        !follow(s, from, mc_acted_on(q->behind), pair->f))
      return false;
  }
  return true;
}

static bool simulate(struct mc_search *search, const struct mc_pop_pair *pair,
                     const struct question *q, struct mc_simulation *s) {
  if (!collect(search, pair, q, s))
    return false;
  for (uint32_t k = 0; k < s->steps; k++)
    mc_simulate_operation(&search->execution, s,
                          &mc_pop_at(pair->item, search->scratch[k])->operation);
  if (q->behind)
    mc_simulate_operation(&search->execution, s, q->behind);
  return true;
}

bool mc_pop_state_behind(struct mc_search *search, const struct mc_pop_pair *pair, uint32_t i,
                         mc_object object, char *out) {
  struct mc_simulation s;
  if (!simulate(search, pair, &(struct question){i, {&object, 1}, &pair->step}, &s))
    return false;
  memcpy(out, s.state[0], search->execution.object[object].state_size);
  return true;
}

bool mc_pop_result_of_f(struct mc_search *search, const struct mc_pop_pair *pair,
                        uint64_t *result) {
  const struct mc_operation *f = &pair->step;
  struct mc_simulation s;
  void *state[MC_MOST_PLACES];
  const struct mc_objects objects = {f->object, mc_first_signals(f)};
  if (mc_is_interrupt(f) || !simulate(search, pair, &(struct question){pair->f, objects, NULL}, &s))
    return false;
  for (unsigned k = 0; k < objects.count; k++)
    for (unsigned n = 0; n < s.objects; n++)
      if (s.object[n] == f->object[k])
        state[k] = s.state[n];
  *result = 0;
  mc_apply(f, NULL, state, result);
  return true;
}

bool mc_pop_is_enabled(struct mc_search *search, const struct mc_pop_pair *pair, uint32_t i,
                       const struct mc_operation *step, const struct mc_operation *behind,
                       bool *known) {
  struct mc_simulation s;
  *known = simulate(search, pair, &(struct question){i, mc_asked(step), behind}, &s);
  return *known && mc_is_enabled_in(&search->execution, step, pair->item->universe[i], &s);
}

//===- The set --------------------------------------------------------------------------------===//

/// Every last step of the set is one that f depends on.
static bool is_past_of_f(const struct mc_search *search, const struct mc_pop_pair *pair) {
  const struct mc_pop_item *item = pair->item;
  const struct mc_pop_place *at = &item->at;
  for (uint32_t r = 0; r < item->records; r++) {
    const uint32_t head = item->record[r]->head;
    if (item->record[r]->at <= pair->e || head == MC_NO_STEP || head == pair->last)
      continue;
    const struct mc_pop_instance *step = mc_pop_at(item, head);
    if (mc_pop_dependent(&step->operation, &pair->step) ||
        mc_pop_is_past(step, mc_pop_at(item, pair->last)))
      continue;
    const struct mc_pop_instance *own = last_of_thread(pair);
    bool is = own && mc_pop_is_past(step, own);
    for (uint32_t k = 0; k < at->chosens && !is; k++)
      is = mc_pop_is_past(step, mc_pop_at(item, search->pop->first[at->chosen[k]]));
    for (uint32_t k = 0; k < item->records && !is; k++)
      is = k != r && mc_pop_has_head(item->record[k]) && item->record[k]->head != head &&
           mc_pop_is_past(step, mc_pop_at(item, item->record[k]->head));
    if (!is)
      return false;
  }
  return true;
}

/// Adds what the last busy wait before the set comes after.
static void add_wait(const struct mc_pop_pair *pair, uint32_t clock[]) {
  uint32_t i = pair->item->waits ? pair->from : 0;
  while (i > 0 && !mc_waits_busily(&mc_pop_at(pair->item, i - 1)->operation))
    i--;
  if (i > 0)
    mc_pop_join(clock, mc_pop_at(pair->item, i - 1));
}

/// What happens before f behind the set, all of which does.
void mc_pop_past_of_f(const struct mc_pop_pair *pair, uint32_t clock[]) {
  const struct mc_pop_item *item = pair->item;
  const struct mc_pop_instance *f = mc_pop_at(item, pair->f), *own = last_of_thread(pair);
  memcpy(clock, pair->clock, item->threads * sizeof *clock);
  if (own)
    mc_pop_join(clock, own);
  add_wait(pair, clock);
  for (unsigned k = 0; k < mc_places(&f->operation); k++) {
    const mc_object object = f->operation.object[k];
    uint32_t i = pair->f;
    while (i != MC_NO_STEP && i >= pair->from)
      i = mc_pop_before_on(item, i, object);
    for (; i != MC_NO_STEP; i = mc_pop_before_on(item, i, object)) {
      const struct mc_pop_instance *step = mc_pop_at(item, i);
      if (step->rank > clock[step->operation.thread] &&
          mc_are_dependent(&step->operation, &pair->step))
        mc_pop_join(clock, step);
      if (step->rank <= clock[step->operation.thread] &&
          step->covers >> mc_index_of(&step->operation, object) & 1)
        break;
    }
  }
}

/// What happens before any step behind the set: an alternative of instance `i`.
static void find_past(const struct mc_pop_pair *pair, uint32_t i, const struct mc_operation *step,
                      uint32_t clock[]) {
  const struct mc_pop_item *item = pair->item;
  const uint32_t previous = mc_pop_at(item, i)->previous;
  memset(clock, 0, item->threads * sizeof *clock);
  if (previous != MC_NO_STEP)
    mc_pop_join(clock, mc_pop_at(item, previous));
  add_wait(pair, clock);
  for (unsigned k = 0; k < mc_places(step); k++) {
    const mc_object object = step->object[k];
    uint32_t j = i;
    while (mc_pop_next_on(item, j, object) < item->steps)
      j = mc_pop_next_on(item, j, object);
    for (; j != MC_NO_STEP; j = mc_pop_before_on(item, j, object)) {
      const struct mc_pop_instance *other = mc_pop_at(item, j);
      if (j == i || (j >= pair->from && !mc_pop_has(pair, other)))
        continue;
      if (other->rank > clock[other->operation.thread] && mc_are_dependent(&other->operation, step))
        mc_pop_join(clock, other);
      if (other->rank <= clock[other->operation.thread] &&
          other->covers >> mc_index_of(&other->operation, object) & 1)
        break;
    }
  }
}

/// The step sleeps for the postponed item that the pair goes through.
static bool sleeps_for_postponed(const struct mc_pop_pair *pair, const struct mc_operation *step) {
  const struct mc_operation *e = pair->item->record[pair->through->record]->step;
  return mc_pop_dependent(e, step) &&
         mc_pop_rank(e, step) < mc_pop_rank(e, &mc_pop_at(pair->item, pair->through->f)->operation);
}

bool mc_pop_is_asleep(const struct mc_pop_pair *pair, uint32_t i, const struct mc_operation *step) {
  const struct mc_pop_item *item = pair->item;
  const uint32_t records = pair->records + (pair->through != NULL);
  uint32_t clock[MC_MAX_THREADS];
  bool is_known = false;
  for (uint32_t r = 0; r < records; r++) {
    if (!(r < pair->records ? mc_pop_concerns(item->record[r], step)
                            : sleeps_for_postponed(pair, step)))
      continue;
    if (!is_known && i == pair->f && !pair->through)
      mc_pop_past_of_f(pair, clock);
    else if (!is_known)
      find_past(pair, i, step, clock);
    is_known = true;
    if (mc_pop_sleeps(item->record[r], clock, item->threads))
      return true;
  }
  return false;
}

//===- One set after the other ----------------------------------------------------------------===//

/// What every set has.
static void find_base(struct mc_pop_pair *pair) {
  const struct mc_pop_item *item = pair->item;
  const struct mc_pop_instance *own = last_of_thread(pair);
  memset(pair->base, 0, item->threads * sizeof *pair->base);
  if (!pair->is_beyond && pair->last == pair->e)
    return;
  if (pair->through)
    mc_pop_join(pair->base, mc_pop_at(item, pair->through->f));
  if (own)
    mc_pop_join(pair->base, own);
  if (pair->is_beyond)
    return;
  mc_pop_join(pair->base, mc_pop_at(item, pair->last));
  for (uint32_t r = pair->records; r < item->records; r++)
    if (mc_pop_has_head(item->record[r]))
      mc_pop_join(pair->base, mc_pop_at(item, item->record[r]->head));
}

/// Begins a pair whose steps are known.
static void begin(struct mc_pop_pair *pair) {
  const struct mc_pop_item *item = pair->item;
  if (!pair->is_beyond) {
    pair->from = pair->e;
    for (pair->records = 0;
         pair->records < item->records && item->record[pair->records]->at <= pair->e;)
      pair->records++;
  }
  find_base(pair);
  memcpy(pair->clock, pair->base, item->threads * sizeof *pair->clock);
}

/// Of how many steps it is to be decided whether they are in the set.
static uint32_t count_candidates(const struct mc_search *search, const struct mc_pop_pair *pair) {
  uint32_t n = 0;
  while (n < search->pop->firsts && search->pop->first[n] >= pair->from)
    n++;
  return n;
}

/// Of each thread: from which of its steps on none can be in the set, as it comes after one that is
/// left out; 0: there is none. But for the last n candidates all are decided.
static void find_barrier(const struct mc_search *search, const struct mc_pop_pair *pair, uint32_t n,
                         uint32_t barrier[]) {
  const struct mc_pop *pop = search->pop;
  memset(barrier, 0, pair->item->threads * sizeof *barrier);
  for (uint32_t k = count_candidates(search, pair); k-- > n;) {
    const struct mc_pop_instance *step = mc_pop_at(pair->item, pop->first[k]);
    uint32_t *of_thread = &barrier[step->operation.thread];
    if (!*of_thread && !mc_pop_has(pair, step) && may_be_taken(pair, pop->first[k]))
      *of_thread = step->rank;
  }
}

/// Step i is not in the set, but may come to it, with its past.
static bool may_be_added(const struct mc_pop_pair *pair, const uint32_t barrier[], uint32_t i) {
  const struct mc_pop_instance *step = mc_pop_at(pair->item, i);
  if (mc_pop_has(pair, step) || !may_be_taken(pair, i))
    return false;
  for (mc_thread t = 0; t < pair->item->threads; t++)
    if (barrier[t] && mc_pop_clock(step, t) >= barrier[t])
      return false;
  return true;
}

/// Takes what may still be taken of the last n candidates. false: arena full.
static bool take_rest(struct mc_search *search, struct mc_pop_item *item, struct mc_pop_pair *pair,
                      uint32_t n) {
  const struct mc_pop *pop = search->pop;
  struct mc_pop_place *at = &item->at;
  uint32_t barrier[MC_MAX_THREADS];
  find_barrier(search, pair, n, barrier);
  while (n-- > 0) {
    if (!may_be_added(pair, barrier, pop->first[n]))
      continue;
    if (!mc_reserve(search->arena, &at->chosen, &at->chosen_capacity, at->chosens + 1,
                    sizeof *at->chosen, at->chosens))
      return false;
    at->chosen[at->chosens++] = n;
    mc_pop_join(pair->clock, mc_pop_at(item, pop->first[n]));
  }
  return true;
}

/// Leaves out the step that was chosen last: the `n` after it are still to be decided. false: none
/// was chosen. A step that does not hinder f is not left out if nothing was found with it: what is
/// found without it would be found with it, too.
static bool go_back(struct mc_search *search, struct mc_pop_item *item, struct mc_pop_pair *pair,
                    uint32_t *n) {
  struct mc_pop_place *at = &item->at;
  bool is_useless;
  do {
    if (at->chosens == 0)
      return false;
    *n = at->chosen[--at->chosens];
    const struct mc_pop_instance *step = mc_pop_at(item, search->pop->first[*n]);
    is_useless = at->chosens >= at->fruitful && !mc_may_disable(&step->operation, &pair->step);
  } while (is_useless);
  if (at->fruitful > at->chosens)
    at->fruitful = at->chosens;
  memcpy(pair->clock, pair->base, item->threads * sizeof *pair->clock);
  for (uint32_t k = 0; k < at->chosens; k++)
    mc_pop_join(pair->clock, mc_pop_at(item, search->pop->first[at->chosen[k]]));
  return true;
}

/// The set, behind which f is enabled, makes an item that is to be run.
static enum mc_pop_answer judge(struct mc_search *search, const struct mc_pop_pair *pair) {
  if (!(pair->is_beyond ? mc_pop_is_owed(pair) : is_past_of_f(search, pair)) ||
      mc_pop_is_asleep(pair, pair->f, &pair->step))
    return MC_POP_NONE;
  const enum mc_pop_answer answer = mc_pop_is_postponed(search, pair);
  search->pop->has_postponed |= answer == MC_POP_FOUND;
  if (answer != MC_POP_NONE)
    return answer == MC_POP_FOUND ? MC_POP_NONE : answer;
  const enum mc_pop_answer empty = mc_pop_is_empty(search, pair);
  return empty == MC_POP_NONE ? MC_POP_FOUND : empty == MC_POP_FOUND ? MC_POP_NONE : empty;
}

/// Tries the set with all that may still be taken of the last n candidates.
static enum mc_pop_answer try(struct mc_search *search, struct mc_pop_item *item,
                              struct mc_pop_pair *pair, uint32_t n) {
  struct mc_pop_place *at = &item->at;
  bool known;
  if (!take_rest(search, item, pair, n))
    return MC_POP_FULL;
  search->pop->tried++;
  if (!mc_pop_is_enabled(search, pair, pair->f, &pair->step, NULL, &known))
    return known ? MC_POP_NONE : MC_POP_LOST;
  at->fruitful = at->chosens;
  return judge(search, pair);
}

enum mc_pop_answer mc_pop_next_set(struct mc_search *search, struct mc_pop_item *item,
                                   struct mc_pop_pair *pair) {
  struct mc_pop_place *at = &item->at;
  begin(pair);
  uint32_t n = count_candidates(search, pair);
  if (!at->has_set)
    at->chosens = at->fruitful = 0;
  else if (!go_back(search, item, pair, &n))
    return MC_POP_NONE;
  at->has_set = true;
  for (;;) {
    const enum mc_pop_answer answer = try(search, item, pair, n);
    if (answer != MC_POP_NONE)
      return answer;
    if (!go_back(search, item, pair, &n))
      return MC_POP_NONE;
  }
}
