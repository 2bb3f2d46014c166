// dpor/model.c - objects with a state, threads with a pending operation; see model.h.
#include "model.h"

#include "mutant.h"
#include "dependence.h"
#include <string.h>

void mc_model_init(struct mc_model *model, struct mc_arena *arena) {
  memset(model, 0, sizeof *model);
  model->arena = arena;
}

static bool grow_objects(struct mc_model *model, mc_object number) {
  unsigned capacity = model->object_capacity ? model->object_capacity : 64;
  while (capacity <= number)
    capacity *= 2;
  struct mc_model_object *grown = mc_arena_take(model->arena, capacity * sizeof *grown);
  if (!grown)
    return false;
  if (model->object_count)
    memcpy(grown, model->object, model->object_count * sizeof *grown);
  model->object = grown;
  model->object_capacity = capacity;
  return true;
}

bool mc_model_object_put(struct mc_model *model, mc_object number,
                         const struct mc_primitive *primitive, const volatile void *address,
                         const void *state) {
  if (number >= model->object_capacity && !grow_objects(model, number))
    return false;
  struct mc_model_object *object = &model->object[number];
  if (!object->primitive && !(object->state = mc_arena_take(model->arena, primitive->state_size)))
    return false;
  model->renewals += object->primitive != NULL;
  object->primitive = primitive;
  object->address = address;
  if (primitive->state_size)
    memcpy(object->state, state, primitive->state_size);
  if (number >= model->object_count)
    model->object_count = number + 1;
  return true;
}

void mc_model_declare(struct mc_model *model, const struct mc_operation *operation) {
  struct mc_model_thread *thread = &model->thread[operation->thread];
  mc_set_add(&model->pending, operation->thread);
  thread->finished = false;
  thread->operation = *operation;
  thread->operation.alternative = 0;
  if (operation->thread >= model->thread_count)
    model->thread_count = operation->thread + 1u;
  for (unsigned i = 0; i < operation->objects; i++)
    model->object[operation->object[i]].operations++;
}

void mc_model_finish(struct mc_model *model, mc_thread thread) {
  mc_set_remove(&model->pending, thread);
  model->thread[thread].finished = true;
  if (thread >= model->thread_count)
    model->thread_count = thread + 1u;
}

unsigned mc_model_universe(const struct mc_model *model, const struct mc_operation *operation) {
  if (!operation->primitive->universe)
    return 1;
  unsigned n = model->thread_count;
  for (unsigned i = 0; i < operation->objects; i++)
    if (model->object[operation->object[i]].operations > n)
      n = model->object[operation->object[i]].operations;
  unsigned size = operation->primitive->universe(operation, n);
  return size < MC_MAX_UNIVERSE ? size : MC_MAX_UNIVERSE;
}

/// The states of the operation's objects; those that lie in the program's memory are read anew.
static void collect_states(const struct mc_model *model, const struct mc_operation *operation,
                           void *state[MC_MOST_PLACES]) {
  const unsigned places = mc_places(operation);
  for (unsigned i = 0; i < places; i++) {
    const struct mc_model_object *object = &model->object[operation->object[i]];
    if (object->primitive->observe && object->address)
      object->primitive->observe(object->state, object->address);
    state[i] = object->state;
  }
}

mc_thread mc_model_shut_out_by(const struct mc_model *model, const struct mc_operation *operation) {
  if (!(operation->flags & MC_SECTIONED))
    return MC_NO_THREAD;
  const struct mc_model_object *section = &model->object[operation->object[operation->objects]];
  const mc_thread owner = section->primitive->owner(section->state);
  return owner == operation->thread ? MC_NO_THREAD : owner;
}

static bool is_shut_out(const struct mc_model *model, const struct mc_operation *operation) {
  return mc_model_shut_out_by(model, operation) != MC_NO_THREAD;
}

static const struct mc_primitive *signals_of(const struct mc_model *model,
                                             const struct mc_operation *operation) {
  return operation->signals ? model->object[operation->object[mc_first_signals(operation)]].primitive
                            : NULL;
}

static bool is_enabled(const struct mc_operation *pending, void *const state[],
                       mc_alternative alternative) {
  if (alternative == pending->alternative)
    return mc_is_enabled(pending, (const void *const *)state);
  struct mc_operation step = *pending;
  step.alternative = alternative;
  return mc_is_enabled(&step, (const void *const *)state);
}

static bool may_interrupt(const struct mc_model *model, const struct mc_operation *pending,
                          void *const state[], mc_alternative alternative) {
  struct mc_operation step = *pending;
  step.alternative = alternative;
  return mc_interrupts(&step, signals_of(model, pending), (const void *const *)state,
                       mc_model_universe(model, pending));
}

unsigned mc_model_alternatives(const struct mc_model *model, mc_thread thread,
                               mc_alternative out[MC_MAX_ALTERNATIVES]) {
  const struct mc_operation *pending = mc_model_pending(model, thread);
  return pending ? mc_model_alternatives_of(model, pending, out) : 0;
}

unsigned mc_model_alternatives_of(const struct mc_model *model,
                                  const struct mc_operation *operation,
                                  mc_alternative out[MC_MAX_ALTERNATIVES]) {
  if (is_shut_out(model, operation))
    return 0;
  void *state[MC_MOST_PLACES];
  collect_states(model, operation, state);
  const unsigned size = mc_model_universe(model, operation);
  unsigned enabled = 0;
  for (unsigned a = 0; a < size; a++) {
    if (!is_enabled(operation, state, (mc_alternative)a) ||
        (a > 0 && mc_is_mutant("never", operation)))
      continue;
    if (out)
      out[enabled] = (mc_alternative)a;
    enabled++;
  }
  for (unsigned n = size; n < size + mc_interrupts_of(operation); n++) {
    const mc_alternative a = mc_nth_alternative(size, n);
    if (!may_interrupt(model, operation, state, a) || mc_is_mutant("never", operation))
      continue;
    if (out)
      out[enabled] = a;
    enabled++;
  }
  return enabled;
}

unsigned mc_model_first_alternative(const struct mc_model *model,
                                    const struct mc_operation *operation, mc_alternative out[]) {
  void *state[MC_MOST_PLACES];
  collect_states(model, operation, state);
  out[0] = 0;
  return is_enabled(operation, state, 0);
}

bool mc_model_is_enabled(const struct mc_model *model, struct mc_step step) {
  const struct mc_operation *pending = mc_model_pending(model, step.thread);
  if (!pending || is_shut_out(model, pending) ||
      (step.alternative >= MC_INTERRUPTED
           ? step.alternative - MC_INTERRUPTED >= mc_interrupts_of(pending)
           : step.alternative > 0 && step.alternative >= mc_model_universe(model, pending)))
    return false;
  void *state[MC_MOST_PLACES];
  collect_states(model, pending, state);
  return step.alternative >= MC_INTERRUPTED ? may_interrupt(model, pending, state, step.alternative)
                                            : is_enabled(pending, state, step.alternative);
}

bool mc_model_drops(const struct mc_model *model) {
  mc_thread_set rest = model->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD)
    if (model->thread[t].operation.flags & MC_DROPS)
      return true;
  return false;
}

const char *mc_model_apply(struct mc_model *model, struct mc_step step, uint64_t *result) {
  struct mc_model_thread *thread = &model->thread[step.thread];
  void *state[MC_MOST_PLACES];
  collect_states(model, &thread->operation, state);
  thread->operation.alternative = step.alternative;
  mc_set_remove(&model->pending, step.thread);
  uint64_t ignored;
  if (!result)
    result = &ignored;
  *result = 0;
  const char *misuse =
      mc_apply(&thread->operation, signals_of(model, &thread->operation), state, result);
  thread->result = *result;
  return misuse;
}
