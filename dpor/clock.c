// dpor/clock.c - happens-before of the steps of a trace; see clock.h.
//
// The steps on an object form a chain, latest first. Dependence is opaque, so a new step must look
// at the whole chain, but only down to a step that happens before it and covers all below.
#include "clock.h"

#include <string.h>

static void join(struct mc_frame *frame, const struct mc_frame *past) {
  for (uint32_t t = 0; t < past->clock_length; t++)
    if (past->clock[t] > frame->clock[t])
      frame->clock[t] = past->clock[t];
}

/// false: arena full.
static bool note_loose(struct mc_execution *x, uint32_t i, mc_object object, uint32_t later) {
  struct mc_frame *past = mc_frame_at(x, i);
  const unsigned place = mc_index_of(past->operation, object);
  if (past->loose[place] != MC_NO_STEP)
    return true;
  if (!mc_reserve(x->arena, &x->loosened, &x->loose_capacity, x->loose + 1, sizeof *x->loosened,
                  x->loose))
    return false;
  x->loosened[x->loose++] = (struct mc_loosened){i, place, later};
  past->loose[place] = later;
  return true;
}

/// Joins into the clock of `frame`, step `step`, what happens before it by way of `object`. `*all`:
/// that is all that is earlier on the object. false: arena full.
static bool join_chain(struct mc_execution *x, struct mc_frame *frame, mc_object object,
                       uint32_t step, bool *all) {
  *all = true;
  for (uint32_t i = mc_last_on(x, object); i != MC_NO_STEP;) {
    const struct mc_frame *past = mc_frame_at(x, i);
    if (past->rank > frame->clock[past->operation->thread]) {
      if (mc_are_dependent(past->operation, frame->operation))
        join(frame, past);
      else
        *all = false;
    }
    if (past->rank > frame->clock[past->operation->thread] && !note_loose(x, i, object, step))
      return false;
    if (past->rank <= frame->clock[past->operation->thread] && mc_covers(past, object))
      break;
    i = mc_before_on(past, object);
  }
  return true;
}

void mc_past_of(const struct mc_execution *x, const struct mc_operation *step, uint32_t clock[]) {
  struct mc_frame frame = {.clock = clock};
  memset(clock, 0, x->threads * sizeof *clock);
  if (x->thread[step->thread].last != MC_NO_STEP)
    join(&frame, mc_frame_at(x, x->thread[step->thread].last));
  for (unsigned k = 0; k < mc_places(step); k++) {
    const mc_object object = step->object[k];
    for (uint32_t i = mc_last_on(x, object); i != MC_NO_STEP;) {
      const struct mc_frame *past = mc_frame_at(x, i);
      if (past->rank > clock[past->operation->thread] && mc_are_dependent(past->operation, step))
        join(&frame, past);
      if (past->rank <= clock[past->operation->thread] && mc_covers(past, object))
        break;
      i = mc_before_on(past, object);
    }
  }
}

static void put_on_chains(struct mc_execution *x, struct mc_frame *frame, uint32_t i) {
  const struct mc_operation *operation = frame->operation;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    mc_object object = operation->object[k];
    frame->before[k] = mc_last_on(x, object);
    frame->after[k] = MC_NO_STEP;
    if (frame->before[k] != MC_NO_STEP) {
      struct mc_frame *before = mc_frame_at(x, frame->before[k]);
      before->after[mc_index_of(before->operation, object)] = i;
    }
  }
  for (unsigned k = 0; k < mc_places(operation); k++)
    x->object[operation->object[k]].last = i + 1;
}

static bool compute(struct mc_execution *x, struct mc_frame *frame, uint32_t i) {
  uint32_t length = x->threads;
  if (!mc_reserve(x->arena, &frame->clock, &frame->clock_capacity, length, sizeof *frame->clock, 0))
    return false;
  frame->clock_length = length;
  memset(frame->clock, 0, length * sizeof *frame->clock);
  mc_thread thread = frame->operation->thread;
  if (x->thread[thread].last != MC_NO_STEP)
    join(frame, mc_frame_at(x, x->thread[thread].last));
  frame->clock[thread] = frame->rank;
  frame->covers = 0;
  for (unsigned k = 0; k < mc_places(frame->operation); k++) {
    bool all;
    if (!join_chain(x, frame, frame->operation->object[k], i, &all))
      return false;
    if (all)
      frame->covers |= (uint16_t)(1u << k);
  }
  return true;
}

bool mc_clock_step(struct mc_execution *x, uint32_t i) {
  struct mc_frame *frame = mc_frame_at(x, i);
  if (!compute(x, frame, i))
    return false;
  for (unsigned k = 0; k < mc_places(frame->operation); k++)
    frame->loose[k] = MC_NO_STEP;
  put_on_chains(x, frame, i);
  return true;
}

void mc_clock_repeat(struct mc_execution *x, uint32_t i) { put_on_chains(x, mc_frame_at(x, i), i); }

void mc_clock_undo(struct mc_execution *x, uint32_t i) {
  const struct mc_frame *frame = mc_frame_at(x, i);
  for (unsigned k = 0; k < mc_places(frame->operation); k++) {
    mc_object object = frame->operation->object[k];
    x->object[object].last = frame->before[k] + 1;
    if (frame->before[k] != MC_NO_STEP) {
      struct mc_frame *before = mc_frame_at(x, frame->before[k]);
      before->after[mc_index_of(before->operation, object)] = MC_NO_STEP;
    }
  }
}

void mc_clock_keep(struct mc_execution *x) {
  for (; x->loose && x->loosened[x->loose - 1].later + 1 >= x->kept; x->loose--) {
    const struct mc_loosened *last = &x->loosened[x->loose - 1];
    mc_frame_at(x, last->step)->loose[last->place] = MC_NO_STEP;
  }
}
