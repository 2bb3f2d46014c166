// dpor/survivors.c - what survives the removal of a step, and the states of objects after it.
#include "reversal.h"

#include <string.h>

static bool is_busy_wait(const struct mc_execution *x, uint32_t i) {
  return mc_waits_busily(mc_frame_at(x, i)->operation);
}

// A busy wait runs only when nothing else can, so it is ordered after all that ran before it.
uint32_t mc_end_after(const struct mc_reversal *r, uint32_t i) {
  uint32_t end = r->end;
  if (r->x->busy_waits)
    for (end = i + 1; end < r->end && !is_busy_wait(r->x, end);)
      end++;
  return end;
}

void mc_set_e(struct mc_reversal *r, uint32_t i) {
  const struct mc_frame *e = mc_frame_at(r->x, i);
  r->i = i;
  r->rank = e->rank;
  r->thread = e->thread;
}

bool mc_past_survives(const struct mc_reversal *r, const struct mc_removal *y) {
  return r->last == MC_NO_STEP || r->last < r->i || mc_survives(r, y, r->last);
}

//===- States after K -------------------------------------------------------------------------===//

static const char *saved_state(const struct mc_execution *x, const struct mc_frame *frame,
                               mc_object object) {
  const char *state = frame->saved;
  for (unsigned k = 0; frame->operation->object[k] != object; k++)
    state += x->object[frame->operation->object[k]].state_size;
  return state;
}

/// The first step after step i on the object, or MC_NO_STEP.
static uint32_t first_after(const struct mc_execution *x, uint32_t i, mc_object object) {
  const struct mc_frame *e = mc_frame_at(x, i);
  for (unsigned k = 0; k < mc_places(e->operation); k++)
    if (e->operation->object[k] == object)
      return e->place[k].after;
  uint32_t first = MC_NO_STEP;
  for (uint32_t j = mc_last_on(x, object); j != MC_NO_STEP && j > i;) {
    first = j;
    j = mc_before_on(mc_frame_at(x, j), object);
  }
  return first;
}

// The object of atomic sections is changed by a section's begin and end alone.
struct mc_objects mc_acted_on(const struct mc_operation *step) {
  return mc_is_interrupt(step)
             ? (struct mc_objects){step->object + mc_first_signals(step), step->signals}
             : (struct mc_objects){step->object, step->objects};
}

bool mc_acts_on(const struct mc_operation *step, mc_object object) {
  const struct mc_objects acted = mc_acted_on(step);
  for (unsigned k = 0; k < acted.count; k++)
    if (acted.object[k] == object)
      return true;
  return false;
}

/// The place of the object in the step: among those that it acts on, if the object is there.
static unsigned place_of(const struct mc_operation *step, mc_object object) {
  unsigned k = mc_acts_on(step, object) ? (unsigned)(mc_acted_on(step).object - step->object) : 0;
  while (step->object[k] != object)
    k++;
  return k;
}

/// Runs step j once more on copies, for the state of `object` after it.
static void rerun(const struct mc_execution *x, uint32_t j, mc_object object, char *out) {
  const struct mc_frame *frame = mc_frame_at(x, j);
  const struct mc_operation *operation = frame->operation;
  _Alignas(16) char copy[MC_MOST_PLACES][MC_MAX_STATE];
  void *state[MC_MOST_PLACES];
  uint64_t result = 0;
  const char *from = frame->saved;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    const uint32_t size = x->object[operation->object[k]].state_size;
    state[k] = memcpy(copy[k], from, size);
    from += size;
  }
  mc_apply(operation, x->signals, state, &result);
  memcpy(out, copy[place_of(operation, object)], x->object[object].state_size);
}

/// The state of the object before step i. false: the process is gone, and with it the state.
static bool state_before(const struct mc_reversal *r, uint32_t i, mc_object object, char *out) {
  const struct mc_execution *x = r->x;
  const uint32_t size = x->object[object].state_size;
  const struct mc_frame *e = mc_frame_at(x, i);
  const uint32_t j = mc_touches(e->operation, object) ? i : first_after(x, i, object);
  if (j != MC_NO_STEP) {
    memcpy(out, saved_state(x, mc_frame_at(x, j), object), size);
    return true;
  }
  if (r->model) {
    const struct mc_model_object *o = &r->model->object[object];
    memcpy(out, o->state, o->primitive->state_size);
    return true;
  }
  if (mc_last_on(x, object) == MC_NO_STEP)
    return false;
  rerun(x, mc_last_on(x, object), object, out);
  return true;
}

bool mc_follow(struct mc_simulation *s, struct mc_objects places) {
  for (unsigned k = 0; k < places.count; k++) {
    unsigned n = 0;
    while (n < s->objects && s->object[n] != places.object[k])
      n++;
    if (n == MC_MOST_OBJECTS)
      return false;
    if (n == s->objects)
      s->object[s->objects++] = places.object[k];
  }
  return true;
}

static unsigned first_asked(const struct mc_operation *f) {
  return f->alternative == MC_INTERRUPTED && !mc_interrupts_wait(f) && !(f->flags & MC_SECTIONED)
             ? mc_first_signals(f)
             : 0;
}
static unsigned end_of_asked(const struct mc_operation *f) {
  return mc_is_interrupt(f) ? mc_places(f) : mc_first_signals(f);
}
struct mc_objects mc_asked(const struct mc_operation *f) {
  const unsigned first = first_asked(f);
  return (struct mc_objects){f->object + first, end_of_asked(f) - first};
}

void mc_add_step(uint32_t *step, uint32_t *steps, uint32_t j) {
  uint32_t at = *steps;
  while (at > 0 && step[at - 1] > j)
    at--;
  if (at > 0 && step[at - 1] == j)
    return;
  memmove(step + at + 1, step + at, (*steps - at) * sizeof *step);
  step[at] = j;
  ++*steps;
}

/// The steps of K on f's objects, and on those that they have together with others.
static bool collect_steps(const struct mc_reversal *r, const struct mc_removal *y,
                          struct mc_simulation *s) {
  const struct mc_execution *x = r->x;
  s->objects = s->steps = 0;
  if (!mc_follow(s, mc_asked(&r->f)))
    return false;
  for (unsigned n = 0; n < s->objects; n++)
    for (uint32_t j = first_after(x, r->i, s->object[n]); j < r->end_of_k;) {
      const struct mc_frame *frame = mc_frame_at(x, j);
      if (mc_survives(r, y, j)) {
        mc_add_step(r->search->scratch, &s->steps, j);
        if (mc_acts_on(frame->operation, s->object[n]) &&
            !mc_follow(s, mc_acted_on(frame->operation)))
          return false;
      } else if (y->steps == 0 && !mc_is_loose(frame, s->object[n])) {
        break; // all that is later on the object comes after it
      }
      j = mc_after_on(frame, s->object[n]);
    }
  return true;
}

/// The object's place in the simulation; `objects` if it has none.
static unsigned place_in(const struct mc_simulation *s, mc_object object) {
  unsigned n = 0;
  while (n < s->objects && s->object[n] != object)
    n++;
  return n;
}

bool mc_simulate_begin(const struct mc_reversal *r, const struct mc_removal *y,
                       struct mc_simulation *s) {
  if (!collect_steps(r, y, s))
    return false;
  for (unsigned n = 0; n < s->objects; n++)
    if (!state_before(r, r->i, s->object[n], s->state[n]))
      return false;
  return true;
}

void mc_simulate_operation(const struct mc_execution *x, struct mc_simulation *s,
                           const struct mc_operation *step) {
  const struct mc_objects acted = mc_acted_on(step);
  void *state[MC_MOST_PLACES], **of = state + (acted.object - step->object);
  uint64_t result = 0;
  if (!acted.count || place_in(s, acted.object[0]) == s->objects) // none that it may change
    return;
  for (unsigned o = 0; o < acted.count; o++)
    of[o] = s->state[place_in(s, acted.object[o])];
  mc_apply(step, x->signals, state, &result);
}

void mc_simulate_step(const struct mc_reversal *r, struct mc_simulation *s, uint32_t j) {
  mc_simulate_operation(r->x, s, mc_frame_at(r->x, j)->operation);
}

bool mc_simulate(const struct mc_reversal *r, const struct mc_removal *y, struct mc_simulation *s) {
  if (!mc_simulate_begin(r, y, s))
    return false;
  for (uint32_t k = 0; k < s->steps; k++)
    mc_simulate_step(r, s, r->search->scratch[k]);
  return true;
}

bool mc_is_enabled_in(const struct mc_execution *x, const struct mc_operation *f, unsigned universe,
                      const struct mc_simulation *s) {
  const void *state[MC_MOST_PLACES];
  for (unsigned k = first_asked(f); k < end_of_asked(f); k++)
    state[k] = s->state[place_in(s, f->object[k])];
  if (f->flags & MC_SECTIONED) {
    const mc_thread owner = x->section_owner(state[f->objects]);
    if (owner != MC_NO_THREAD && owner != f->thread)
      return false;
  }
  return mc_is_interrupt(f) ? mc_interrupts(f, x->signals, state, universe)
                            : mc_is_enabled(f, state);
}

bool mc_is_enabled_after(const struct mc_reversal *r, const struct mc_simulation *s) {
  return mc_is_enabled_in(r->x, &r->f, mc_is_interrupt(&r->f) ? mc_universe(r->x, &r->f) : 0, s);
}
