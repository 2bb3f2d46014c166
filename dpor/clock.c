// dpor/clock.c - happens-before of the steps of a trace; see clock.h.
//
// The steps on an object form a chain, latest first. Dependence is opaque, so a new step must look
// at the whole chain, but only down to a step that happens before it and covers all below.
#include "clock.h"

#include <string.h>

static void join(uint32_t *clock, const struct mc_frame *past) {
  const uint32_t *other = past->clock, length = past->clock_length;
  for (uint32_t t = 0; t < length; t++)
    clock[t] = clock[t] > other[t] ? clock[t] : other[t];
}

/// false: arena full.
static bool note_loose(struct mc_execution *x, uint32_t i, unsigned place, uint32_t later) {
  struct mc_frame *past = mc_frame_at(x, i);
  if (past->place[place].loose != MC_NO_STEP)
    return true;
  if (!mc_reserve(x->arena, &x->loosened, &x->loose_capacity, x->loose + 1, sizeof *x->loosened,
                  x->loose))
    return false;
  x->loosened[x->loose++] = (struct mc_loosened){i, place, later};
  past->place[place].loose = later;
  return true;
}

/// Joins into the clock of `frame`, step `step`, what happens before it by way of its k-th object.
/// `*all`: that is all that is earlier there. false: arena full.
static bool join_chain(struct mc_execution *x, const struct mc_frame *frame, unsigned k,
                       uint32_t step, bool *all) {
  const struct mc_operation *operation = frame->operation;
  const mc_object object = operation->object[k];
  uint32_t *clock = frame->clock;
  *all = true;
  for (uint32_t i = mc_last_on(x, object); i != MC_NO_STEP;) {
    const struct mc_frame *past = mc_frame_at(x, i);
    const unsigned place = mc_place_of(past, object);
    const uint32_t rank = past->rank;
    if (rank > clock[past->thread]) {
      if (mc_are_dependent(past->operation, operation)) {
        join(clock, past);
      } else {
        *all = false;
        if (!note_loose(x, i, place, step))
          return false;
      }
    }
    if (rank <= clock[past->thread] && past->covers >> place & 1)
      break;
    i = past->place[place].before;
  }
  return true;
}

void mc_past_of(const struct mc_execution *x, const struct mc_operation *step, uint32_t clock[]) {
  memset(clock, 0, x->threads * sizeof *clock);
  if (x->thread[step->thread].last != MC_NO_STEP)
    join(clock, mc_frame_at(x, x->thread[step->thread].last));
  for (unsigned k = 0; k < mc_places(step); k++) {
    const mc_object object = step->object[k];
    for (uint32_t i = mc_last_on(x, object); i != MC_NO_STEP;) {
      const struct mc_frame *past = mc_frame_at(x, i);
      if (past->rank > clock[past->thread] && mc_are_dependent(past->operation, step))
        join(clock, past);
      if (past->rank <= clock[past->thread] && mc_covers(past, object))
        break;
      i = mc_before_on(past, object);
    }
  }
}

static void put_on_chains(struct mc_execution *x, struct mc_frame *frame, uint32_t i) {
  const struct mc_operation *operation = frame->operation;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    mc_object object = operation->object[k];
    frame->place[k].before = mc_last_on(x, object);
    frame->place[k].after = MC_NO_STEP;
    if (frame->place[k].before != MC_NO_STEP) {
      struct mc_frame *before = mc_frame_at(x, frame->place[k].before);
      before->place[mc_place_of(before, object)].after = i;
    }
  }
  for (unsigned k = 0; k < mc_places(operation); k++)
    x->object[operation->object[k]].last = i + 1;
}

static bool make_room(struct mc_execution *x, struct mc_frame *frame, uint32_t length) {
  enum { IN_LINE = MC_CACHE_LINE / sizeof *frame->clock };
  const uint32_t lines = (length + IN_LINE - 1) / IN_LINE;
  if (length <= frame->clock_capacity)
    return true;
  frame->clock = mc_arena_take_lines(x->arena, lines * MC_CACHE_LINE);
  frame->clock_capacity = frame->clock ? (uint16_t)(lines * IN_LINE) : 0;
  return frame->clock;
}

static bool compute(struct mc_execution *x, struct mc_frame *frame, uint32_t i) {
  const mc_thread thread = frame->operation->thread;
  const uint32_t length = x->threads;
  if (!make_room(x, frame, length))
    return false;
  frame->clock_length = (uint16_t)length;
  memset(frame->clock, 0, length * sizeof *frame->clock);
  if (x->thread[thread].last != MC_NO_STEP)
    join(frame->clock, mc_frame_at(x, x->thread[thread].last));
  frame->clock[thread] = frame->rank;
  frame->covers = 0;
  for (unsigned k = 0; k < mc_places(frame->operation); k++) {
    bool all;
    if (!join_chain(x, frame, k, i, &all))
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
    frame->place[k].loose = MC_NO_STEP;
  put_on_chains(x, frame, i);
  return true;
}

void mc_clock_repeat(struct mc_execution *x, uint32_t i) { put_on_chains(x, mc_frame_at(x, i), i); }

void mc_clock_undo(struct mc_execution *x, uint32_t i) {
  const struct mc_frame *frame = mc_frame_at(x, i);
  for (unsigned k = 0; k < mc_places(frame->operation); k++) {
    mc_object object = frame->operation->object[k];
    x->object[object].last = frame->place[k].before + 1;
    if (frame->place[k].before != MC_NO_STEP) {
      struct mc_frame *before = mc_frame_at(x, frame->place[k].before);
      before->place[mc_place_of(before, object)].after = MC_NO_STEP;
    }
  }
}

void mc_clock_keep(struct mc_execution *x) {
  for (; x->loose && x->loosened[x->loose - 1].later + 1 >= x->kept; x->loose--) {
    const struct mc_loosened *last = &x->loosened[x->loose - 1];
    mc_frame_at(x, last->step)->place[last->place].loose = MC_NO_STEP;
  }
}
