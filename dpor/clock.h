// dpor/clock.h - happens-before of the steps of a trace, by clock vectors.
//
// Step i happens before step j if it is earlier and of the same thread, or dependent, or by a chain
// of such pairs. A clock says for each thread how many of its first steps happen before.
#ifndef MC_DPOR_CLOCK_H
#define MC_DPOR_CLOCK_H

#include "execution.h"

/// Computes the clock of step `i`, and puts it on its objects' chains. false: arena full.
bool mc_clock_step(struct mc_execution *x, uint32_t i);

/// The clock that the step would have if it came next, without itself: [x->threads].
void mc_past_of(const struct mc_execution *x, const struct mc_operation *step, uint32_t clock[]);

/// Puts step `i`, whose clock is known, on its objects' chains; and takes it off, the last one.
void mc_clock_repeat(struct mc_execution *x, uint32_t i);
void mc_clock_undo(struct mc_execution *x, uint32_t i);

/// Kept steps forget which later ones may happen without them, if these are not kept.
void mc_clock_keep(struct mc_execution *x);

/// How many steps of `thread` happen before what follows step `i` in i's thread, `i` included.
/// 0 for MC_NO_STEP: a thread's past before its first step is empty.
static inline uint32_t mc_clock_of(const struct mc_execution *x, uint32_t i, mc_thread thread) {
  if (i == MC_NO_STEP)
    return 0;
  const struct mc_frame *frame = mc_frame_at(x, i);
  return thread < frame->clock_length ? frame->clock[thread] : 0;
}

/// True if step `i` is in the past of a thread whose last step is `last`.
static inline bool mc_in_past(const struct mc_execution *x, uint32_t i, uint32_t last) {
  const struct mc_frame *frame = mc_frame_at(x, i);
  return frame->rank <= mc_clock_of(x, last, frame->thread);
}

/// The last step on an object in the trace so far, or MC_NO_STEP.
static inline uint32_t mc_last_on(const struct mc_execution *x, mc_object object) {
  return object < x->objects ? x->object[object].last - 1 : MC_NO_STEP;
}

/// True if step `i` happens before step `j`, which is later, or is the same.
static inline bool mc_happens_before(const struct mc_execution *x, uint32_t i, uint32_t j) {
  return mc_in_past(x, i, j);
}

/// Which of the operation's objects it is; it is one of them.
static inline unsigned mc_index_of(const struct mc_operation *operation, mc_object object) {
  unsigned i = 0;
  while (operation->object[i] != object)
    i++;
  return i;
}

/// The same of a step.
static inline unsigned mc_place_of(const struct mc_frame *frame, mc_object object) {
  return frame->is_on_one ? 0 : mc_index_of(frame->operation, object);
}

/// The steps before and after a step on `object`, which is one of its objects; or MC_NO_STEP.
static inline uint32_t mc_before_on(const struct mc_frame *frame, mc_object object) {
  return frame->place[mc_place_of(frame, object)].before;
}
static inline uint32_t mc_after_on(const struct mc_frame *frame, mc_object object) {
  return frame->place[mc_place_of(frame, object)].after;
}

/// True if some later step on `object` may happen without this one before it.
static inline bool mc_is_loose(const struct mc_frame *frame, mc_object object) {
  return frame->place[mc_place_of(frame, object)].loose != MC_NO_STEP;
}

/// True if everything on `object` before the step happens before it.
static inline bool mc_covers(const struct mc_frame *frame, mc_object object) {
  return frame->covers >> mc_place_of(frame, object) & 1;
}

#endif // MC_DPOR_CLOCK_H
