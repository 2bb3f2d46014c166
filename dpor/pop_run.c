// dpor/pop_run.c - an item's execution: copied where it stays while others are run; and which steps
// sleep in one.
#include "pop.h"

#include <string.h>

//===- Storage --------------------------------------------------------------------------------===//

static struct mc_pop_instance *own(struct mc_search *search, struct mc_pop_item *item, uint32_t n) {
  struct mc_arena *arena = search->arena;
  if (n < item->owns)
    return item->own[n];
  struct mc_pop_instance *made;
  if (!mc_reserve(arena, &item->own, &item->own_capacity, n + 1, sizeof made, item->owns) ||
      !(made = mc_arena_take(arena, sizeof *made)))
    return NULL;
  return item->own[item->owns++] = made;
}

//===- Copies ---------------------------------------------------------------------------------===//

static bool save(struct mc_search *search, struct mc_pop_instance *to, const char *saved) {
  uint32_t size = 0;
  for (unsigned k = 0; k < mc_places(&to->operation); k++)
    size += search->execution.object[to->operation.object[k]].state_size;
  if (!mc_reserve(search->arena, &to->saved, &to->saved_capacity, size, 1, 0))
    return false;
  if (size)
    memcpy(to->saved, saved, size);
  return true;
}

static bool copy_step(struct mc_search *search, struct mc_pop_instance *to,
                      const struct mc_frame *frame) {
  to->operation = *frame->operation;
  to->rank = frame->rank;
  to->previous = frame->previous;
  to->history = search->execution.history[frame->number];
  to->covers = frame->covers;
  for (unsigned k = 0; k < mc_places(&to->operation); k++)
    to->before[k] = frame->place[k].before;
  if (!mc_reserve(search->arena, &to->clock, &to->clock_capacity, frame->clock_length,
                  sizeof *to->clock, 0))
    return false;
  to->clock_length = frame->clock_length;
  memcpy(to->clock, frame->clock, frame->clock_length * sizeof *to->clock);
  return save(search, to, frame->saved);
}

static bool copy_pending(struct mc_search *search, const struct mc_model *model,
                         struct mc_pop_instance *to, mc_thread t) {
  const struct mc_execution *x = &search->execution;
  const struct mc_trace_thread *thread = &x->thread[t];
  _Alignas(16) char state[MC_MOST_PLACES * MC_MAX_STATE];
  uint32_t size = 0;
  to->operation = *thread->pending;
  to->rank = thread->rank + 1;
  to->previous = thread->last;
  to->history = x->history[thread->number];
  to->clock_length = 0;
  to->covers = 0;
  for (unsigned k = 0; k < mc_places(&to->operation); k++) {
    const mc_object o = to->operation.object[k];
    memcpy(state + size, model->object[o].state, model->object[o].primitive->state_size);
    size += x->object[o].state_size;
  }
  return save(search, to, state);
}

/// A busy wait is ordered after all that ran before it, and before all that follows.
static void order_waits(const struct mc_execution *x, struct mc_pop_item *item, uint32_t shared) {
  const struct mc_pop_instance *wait = NULL;
  uint32_t steps[MC_MAX_THREADS] = {0};
  item->waits = x->busy_waits;
  for (uint32_t i = 0; i < item->steps && item->waits > 0; i++) {
    struct mc_pop_instance *step = item->instance[i];
    const bool waits = mc_waits_busily(&step->operation);
    steps[step->operation.thread]++;
    if (i >= shared && wait)
      mc_pop_join(step->clock, wait);
    if (i >= shared && waits)
      memcpy(step->clock, steps, step->clock_length * sizeof *step->clock);
    wait = waits ? step : wait;
  }
}

static bool copy_all(struct mc_search *search, const struct mc_model *model,
                     struct mc_pop_item *item, const struct mc_pop_item *below) {
  const struct mc_execution *x = &search->execution;
  const uint32_t shared = below ? item->branch : 0;
  mc_thread_set rest = x->pending;
  mc_thread t;
  uint32_t used = 0;
  item->steps = x->depth;
  item->pending = 0;
  if (!mc_reserve(search->arena, &item->instance, &item->instance_capacity,
                  x->depth + mc_set_size(&rest), sizeof *item->instance, 0))
    return false;
  if (shared)
    memcpy(item->instance, below->instance, shared * sizeof *item->instance);
  for (uint32_t i = shared; i < x->depth; i++) {
    item->instance[i] = own(search, item, used++);
    if (!item->instance[i] || !copy_step(search, item->instance[i], mc_frame_at(x, i)))
      return false;
  }
  order_waits(x, item, shared);
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD) {
    if (mc_is_limited(search, t))
      continue;
    struct mc_pop_instance *to = own(search, item, used++);
    if (!to || !copy_pending(search, model, to, t))
      return false;
    item->instance[item->steps + item->pending++] = to;
  }
  return true;
}

//===- Links ----------------------------------------------------------------------------------===//

// What the item shares with the one below is copied from there: so much is looked at as is new.

static bool reserve_links(const struct mc_search *search, struct mc_pop_item *item) {
  struct mc_arena *arena = search->arena;
  const uint32_t all = item->steps + item->pending, threads = search->execution.threads;
  return mc_reserve(arena, &item->place, &item->place_capacity, all, sizeof *item->place, 0) &&
         mc_reserve(arena, &item->next, &item->next_capacity, item->places, sizeof *item->next,
                    0) &&
         mc_reserve(arena, &item->universe, &item->universe_capacity, all, sizeof *item->universe,
                    0) &&
         mc_reserve(arena, &item->of_thread, &item->of_thread_capacity, all,
                    sizeof *item->of_thread, 0) &&
         mc_reserve(arena, &item->thread_begin, &item->thread_begin_capacity, threads + 1,
                    sizeof *item->thread_begin, 0);
}

/// What is pending comes after all steps on its objects.
static bool link_pending(struct mc_search *search, struct mc_pop_item *item) {
  struct mc_pop *pop = search->pop;
  const uint32_t all = item->steps + item->pending;
  if (!mc_reserve(search->arena, &pop->on, &pop->on_capacity, search->execution.objects,
                  sizeof *pop->on, 0))
    return false;
  for (uint32_t i = item->steps; i < all; i++)
    for (unsigned k = 0; k < mc_places(&item->instance[i]->operation); k++) {
      const mc_object o = item->instance[i]->operation.object[k];
      pop->on[o] = mc_last_on(&search->execution, o);
    }
  for (uint32_t i = item->steps; i < all; i++) {
    struct mc_pop_instance *instance = item->instance[i];
    for (unsigned k = 0; k < mc_places(&instance->operation); k++)
      instance->before[k] = pop->on[instance->operation.object[k]];
    for (unsigned k = 0; k < mc_places(&instance->operation); k++)
      pop->on[instance->operation.object[k]] = i;
  }
  return true;
}

/// The instances on each object, one after the other.
static bool link_objects(struct mc_search *search, struct mc_pop_item *item,
                         const struct mc_pop_item *below, uint32_t shared) {
  const uint32_t all = item->steps + item->pending;
  uint32_t at = !shared                                  ? 0
                : shared < below->steps + below->pending ? below->place[shared]
                                                         : below->places;
  item->places = at;
  for (uint32_t i = shared; i < all; i++)
    item->places += mc_places(&item->instance[i]->operation);
  if (!reserve_links(search, item) || !link_pending(search, item))
    return false;
  if (shared)
    memcpy(item->place, below->place, shared * sizeof *item->place);
  for (uint32_t n = 0; n < at; n++)
    item->next[n] = below->next[n] < shared ? below->next[n] : MC_NO_STEP;
  for (uint32_t i = shared; i < all; i++) {
    const struct mc_pop_instance *instance = item->instance[i];
    item->place[i] = at;
    for (unsigned k = 0; k < mc_places(&instance->operation); k++) {
      const uint32_t before = instance->before[k];
      item->next[at++] = MC_NO_STEP;
      if (before != MC_NO_STEP)
        item->next[item->place[before] + mc_index_of(&item->instance[before]->operation,
                                                     instance->operation.object[k])] = i;
    }
  }
  return true;
}

/// The instances of each thread, in order.
static void link_threads(const struct mc_execution *x, struct mc_pop_item *item,
                         const struct mc_pop_item *below, uint32_t shared) {
  const uint32_t all = item->steps + item->pending, threads = x->threads;
  uint32_t old[MC_MAX_THREADS], *begin = item->thread_begin;
  item->threads = threads;
  for (uint32_t t = 0; t < threads; t++) {
    old[t] = x->thread[t].rank; // of the steps that are shared
    begin[t + 1] = old[t];
  }
  for (uint32_t i = all; i-- > shared;) {
    const mc_thread thread = item->instance[i]->operation.thread;
    if (i < item->steps)
      old[thread] = item->instance[i]->rank - 1;
    else
      begin[thread + 1]++;
  }
  begin[0] = 0;
  for (uint32_t t = 0; t < threads; t++) {
    begin[t + 1] += begin[t];
    if (old[t])
      memcpy(item->of_thread + begin[t], below->of_thread + below->thread_begin[t],
             old[t] * sizeof *begin);
  }
  for (uint32_t i = shared; i < all; i++) {
    const struct mc_pop_instance *instance = item->instance[i];
    item->of_thread[begin[instance->operation.thread] + instance->rank - 1] = i;
  }
}

/// The operation has one alternative, however many use its objects.
static bool has_one_alternative(const struct mc_operation *operation) {
  return !operation->primitive->universe || mc_has_number(operation);
}

static void keep_universes(const struct mc_execution *x, struct mc_pop_item *item,
                           const struct mc_pop_item *below, uint32_t shared) {
  const uint32_t all = item->steps + item->pending;
  item->has_alternatives = shared && below->has_alternatives;
  for (uint32_t i = shared; i < all; i++)
    item->has_alternatives |= !has_one_alternative(&item->instance[i]->operation);
  for (uint32_t i = 0; i < all; i++)
    item->universe[i] = 1;
  for (uint32_t i = 0; i < all && item->has_alternatives; i++)
    item->universe[i] = (uint16_t)mc_universe(x, &item->instance[i]->operation);
}

bool mc_pop_keep(struct mc_search *search, const struct mc_model *model, struct mc_pop_item *item,
                 const struct mc_pop_item *below) {
  for (uint32_t r = 0; r < item->records; r++)
    if (!mc_pop_see(&search->execution, item->record[r]))
      return false;
  const uint32_t shared = below ? item->branch : 0;
  if (!copy_all(search, model, item, below) || !link_objects(search, item, below, shared))
    return false;
  link_threads(&search->execution, item, below, shared);
  keep_universes(&search->execution, item, below, shared);
  return true;
}

//===- What sleeps ----------------------------------------------------------------------------===//

/// The record of an item that came as bytes has its operation, from the execution that runs. false:
/// that has none.
static bool know(const struct mc_execution *x, struct mc_pop_record *record) {
  const struct mc_operation *operation = x->thread[record->own.thread].pending;
  const mc_alternative alternative = record->own.alternative;
  for (uint32_t i = x->depth; i-- > record->at;)
    if (mc_frame_at(x, i)->operation->thread == record->own.thread)
      operation = mc_frame_at(x, i)->operation;
  if (!operation) // it is no item of this program
    return false;
  record->own = *operation;
  record->own.alternative = alternative;
  return true;
}

static void see_step(struct mc_pop_record *record, const struct mc_frame *frame) {
  uint32_t *first = &record->first[frame->thread];
  if ((!*first || *first > frame->rank) &&
      (mc_pop_dependent(record->step, frame->operation) || mc_waits_busily(frame->operation)))
    *first = frame->rank;
}

/// The record's step, on one object and nothing special, depends on steps of its thread and of that
/// object.
static void see_by_object(const struct mc_execution *x, struct mc_pop_record *record) {
  const mc_object object = record->step->object[0];
  uint32_t i = x->thread[record->step->thread].last;
  for (; i != MC_NO_STEP && i >= record->seen; i = mc_frame_at(x, i)->previous)
    if (i < x->depth)
      see_step(record, mc_frame_at(x, i));
  for (i = mc_last_on(x, object); i != MC_NO_STEP && i >= record->seen;
       i = mc_before_on(mc_frame_at(x, i), object))
    if (i < x->depth)
      see_step(record, mc_frame_at(x, i));
  record->seen = x->depth;
}

bool mc_pop_see(const struct mc_execution *x, struct mc_pop_record *record) {
  if (!record->step->primitive && !know(x, record))
    return false;
  if (record->threads < x->threads) {
    if (!mc_reserve(x->arena, &record->first, &record->first_capacity, x->threads,
                    sizeof *record->first, record->threads))
      return false;
    memset(record->first + record->threads, 0,
           (x->threads - record->threads) * sizeof *record->first);
    record->threads = x->threads;
  }
  if (mc_has_relation(record->step) && !x->busy_waits && record->seen < x->depth)
    see_by_object(x, record);
  for (; record->seen < x->depth; record->seen++)
    see_step(record, mc_frame_at(x, record->seen));
  return true;
}

bool mc_pop_sleeps(const struct mc_pop_record *record, const uint32_t clock[], uint32_t threads) {
  for (uint32_t t = 0; t < threads && t < record->threads; t++)
    if (record->first[t] && clock[t] >= record->first[t])
      return false;
  return true;
}
