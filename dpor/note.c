// dpor/note.c - what the execution takes from the model: operations that become pending, steps,
// and the states before them.
#include "clock.h"
#include "internal.h"

#include <string.h>

/// Makes room for an object that no operation of this process has been on. false: arena full.
static bool meet_object(struct mc_search *search, const struct mc_model *model, mc_object object) {
  struct mc_execution *x = &search->execution;
  if (!mc_reserve(search->arena, &x->object, &x->object_capacity, object + 1, sizeof *x->object,
                  x->objects))
    return false;
  for (; x->objects <= object; x->objects++)
    x->object[x->objects] = (struct mc_trace_object){0};
  x->object[object].state_size =
      ((uint32_t)model->object[object].primitive->state_size + 15) & ~15u;
  const uint32_t known = search->tree->objects;
  if (!mc_know_object(search->tree, search->arena, object))
    return false;
  if (search->has_local)
    for (mc_object o = known; o < search->tree->objects; o++)
      mc_known_object(search->tree, o)->racing = search->config.racing->kinds[o];
  return true;
}

/// Makes room for the operation's objects. false: arena full.
static bool meet_objects(struct mc_search *search, const struct mc_model *model,
                         const struct mc_operation *operation) {
  struct mc_execution *x = &search->execution;
  const bool alternatives = mc_model_universe(model, operation) > 1 || operation->signals;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    const mc_object o = operation->object[k];
    if (!meet_object(search, model, o))
      return false;
    struct mc_known_object *known = mc_known_object(search->tree, o);
    mc_set_add(&known->users, operation->thread);
    if (known->most <= x->object[o].operations) {
      known->most = x->object[o].operations + 1;
      known->is_observed |= model->object[o].primitive->observe && model->object[o].address;
    }
    if (k >= mc_first_signals(operation)) {
      x->signals = model->object[o].primitive;
    } else if (k >= operation->objects) {
      x->section_owner = model->object[o].primitive->owner;
      continue;
    }
    x->all_open |= alternatives && !known->has_alternatives;
    known->has_alternatives |= alternatives;
  }
  return true;
}

bool mc_note_state(struct mc_search *search, const struct mc_model *model, bool look) {
  mc_thread_set fresh = mc_set_difference(model->pending, search->execution.pending);
  mc_thread thread;
  mc_trace_arrive(&search->execution);
  while ((thread = mc_set_take(&fresh)) != MC_NO_THREAD) {
    if (!meet_objects(search, model, &model->thread[thread].operation))
      return false;
    struct mc_operation *operation =
        mc_trace_declare(&search->execution, &model->thread[thread].operation);
    if (!operation || (search->has_local && !mc_note_local(search, model, operation)))
      return false;
    if (look && search->config.algorithm == MC_DPOR)
      mc_dpor_declared(search, model, operation);
  }
  return true;
}

/// Copies the states of the step's objects, before it runs. false: arena full.
static bool save_states(struct mc_execution *x, const struct mc_model *model,
                        struct mc_frame *frame) {
  const struct mc_operation *operation = frame->operation;
  uint32_t size = 0;
  for (unsigned k = 0; k < mc_places(operation); k++)
    size += x->object[operation->object[k]].state_size;
  uint32_t capacity = frame->saved_capacity;
  if (!mc_reserve(x->arena, &frame->saved, &capacity, size, 1, 0))
    return false;
  frame->saved_capacity = (uint16_t)capacity;
  char *to = frame->saved;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    const struct mc_model_object *object = &model->object[operation->object[k]];
    memcpy(to, object->state, object->primitive->state_size);
    to += x->object[operation->object[k]].state_size;
  }
  return true;
}

bool mc_note_step(struct mc_search *search, const struct mc_model *model, struct mc_step step) {
  struct mc_execution *x = &search->execution;
  struct mc_frame *frame = mc_frame_at(x, x->depth);
  const struct mc_trace_thread *thread = &x->thread[step.thread];
  frame->operation = thread->pending;
  frame->number = thread->number;
  frame->operation->alternative = step.alternative;
  frame->thread = (uint8_t)step.thread;
  frame->is_on_one = mc_places(frame->operation) == 1;
  frame->previous = thread->last;
  frame->rank = thread->rank + 1;
  frame->several = frame->operation->signals || (frame->operation->primitive->universe &&
                                                 mc_model_universe(model, frame->operation) > 1);
  return mc_clock_step(x, x->depth) && (!mc_uses_sequences(search) || save_states(x, model, frame));
}
