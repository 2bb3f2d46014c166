// dpor/source.c - dynamic partial order reduction with source sets.
//
// Source:  Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic
// Partial
//          Order Reduction", JACM 2017: Algorithm 1.
// Differs: - The races and what reverses them are those of reversal.c, found at the end of every
//            trace, also of one that is sleep-set blocked.
//          - Only an initial that is in the sequence counts as covering it.
#include "internal.h"

/// True if the step is the first of its thread in `v` and nothing before it there is dependent.
static bool is_initial(const struct mc_operation *step, const struct mc_sequence *v) {
  uint32_t place;
  return mc_is_weak_initial(step, v, &place) && place < v->length;
}

static struct mc_choice *choice_of(struct mc_frame *frame, const struct mc_operation *step) {
  for (uint32_t i = 0; i < frame->choices; i++)
    if (frame->choice[i].thread == step->thread &&
        frame->choice[i].alternative == step->alternative)
      return &frame->choice[i];
  return NULL;
}

static bool is_covered(const struct mc_frame *frame, const struct mc_sequence *v) {
  for (uint32_t i = 0; i < frame->sleepers; i++) {
    struct mc_operation sleeper = *frame->sleeper[i].operation;
    sleeper.alternative = frame->sleeper[i].alternative;
    if (is_initial(&sleeper, v))
      return true;
  }
  for (uint32_t i = 0; i < frame->choices; i++) {
    struct mc_operation step = *frame->choice[i].operation;
    step.alternative = frame->choice[i].alternative;
    if ((frame->choice[i].wanted || frame->choice[i].done) && is_initial(&step, v))
      return true;
  }
  return false;
}

void mc_source_reverse(struct mc_search *search, uint32_t i, const struct mc_sequence *v) {
  struct mc_frame *frame = mc_frame_at(search, i);
  if (frame->all || is_covered(frame, v))
    return;
  uint32_t place;
  const struct mc_operation *f = v->step[v->length - 1];
  const bool at_once = mc_is_weak_initial(f, v, &place) && place == v->length - 1;
  struct mc_choice *choice = choice_of(frame, at_once ? f : v->step[0]);
  if (choice) {
    choice->wanted = true;
  } else {
    search->counts.unknown++;
    frame->all = true;
  }
}
