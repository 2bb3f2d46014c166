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

static uint32_t places_of(const struct mc_pop_item *item) {
  uint32_t places = 0;
  for (uint32_t i = 0; i < item->steps + item->pending; i++)
    places += mc_places(&item->instance[i]->operation);
  return places;
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
  for (unsigned k = 0; k < MC_MOST_PLACES; k++)
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
  for (uint32_t i = 0; i < x->depth; i++) {
    if (i < shared) {
      item->instance[i] = below->instance[i];
      continue;
    }
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

/// The instances on each object, one after the other. What is pending comes after all steps.
static bool link_objects(struct mc_search *search, struct mc_pop_item *item) {
  struct mc_pop *pop = search->pop;
  const uint32_t all = item->steps + item->pending;
  if (!mc_reserve(search->arena, &item->place, &item->place_capacity, all, sizeof *item->place,
                  0) ||
      !mc_reserve(search->arena, &item->next, &item->next_capacity, places_of(item),
                  sizeof *item->next, 0) ||
      !mc_reserve(search->arena, &pop->on, &pop->on_capacity, search->execution.objects,
                  sizeof *pop->on, 0))
    return false;
  if (pop->on)
    memset(pop->on, 0, search->execution.objects * sizeof *pop->on);
  for (uint32_t i = 0, at = 0; i < all; i++) {
    struct mc_pop_instance *instance = item->instance[i];
    item->place[i] = at;
    for (unsigned k = 0; k < mc_places(&instance->operation); k++, at++) {
      const mc_object o = instance->operation.object[k];
      const uint32_t before = pop->on[o];
      item->next[at] = MC_NO_STEP;
      if (i >= item->steps)
        instance->before[k] = before == i + 1 ? MC_NO_STEP : before - 1;
      pop->on[o] = i + 1;
      if (before && before != i + 1)
        item->next[item->place[before - 1] +
                   mc_index_of(&item->instance[before - 1]->operation, o)] = i;
    }
  }
  return true;
}

static bool link_threads(struct mc_search *search, struct mc_pop_item *item) {
  const uint32_t all = item->steps + item->pending, threads = search->execution.threads;
  uint32_t at[MC_MAX_THREADS];
  item->threads = threads;
  if (!mc_reserve(search->arena, &item->of_thread, &item->of_thread_capacity, all,
                  sizeof *item->of_thread, 0) ||
      !mc_reserve(search->arena, &item->thread_begin, &item->thread_begin_capacity, threads + 1,
                  sizeof *item->thread_begin, 0))
    return false;
  memset(item->thread_begin, 0, (threads + 1) * sizeof *item->thread_begin);
  for (uint32_t i = 0; i < all; i++)
    item->thread_begin[item->instance[i]->operation.thread + 1]++;
  for (uint32_t t = 0; t < threads; t++) {
    item->thread_begin[t + 1] += item->thread_begin[t];
    at[t] = item->thread_begin[t];
  }
  for (uint32_t i = 0; i < all; i++)
    item->of_thread[at[item->instance[i]->operation.thread]++] = i;
  return true;
}

static bool keep_universes(struct mc_search *search, struct mc_pop_item *item) {
  const uint32_t all = item->steps + item->pending;
  if (!mc_reserve(search->arena, &item->universe, &item->universe_capacity, all,
                  sizeof *item->universe, 0))
    return false;
  for (uint32_t i = 0; i < all; i++)
    item->universe[i] = (uint16_t)mc_universe(&search->execution, &item->instance[i]->operation);
  return true;
}

bool mc_pop_keep(struct mc_search *search, const struct mc_model *model, struct mc_pop_item *item,
                 const struct mc_pop_item *below) {
  for (uint32_t r = 0; r < item->records; r++)
    if (!mc_pop_see(&search->execution, item->record[r]))
      return false;
  return copy_all(search, model, item, below) && link_objects(search, item) &&
         link_threads(search, item) && keep_universes(search, item);
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
  for (; record->seen < x->depth; record->seen++) {
    const struct mc_frame *frame = mc_frame_at(x, record->seen);
    uint32_t *first = &record->first[frame->operation->thread];
    if (!*first &&
        (mc_pop_dependent(record->step, frame->operation) || mc_waits_busily(frame->operation)))
      *first = frame->rank;
  }
  return true;
}

bool mc_pop_sleeps(const struct mc_pop_record *record, const uint32_t clock[], uint32_t threads) {
  for (uint32_t t = 0; t < threads && t < record->threads; t++)
    if (record->first[t] && clock[t] >= record->first[t])
      return false;
  return true;
}
