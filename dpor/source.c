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
static bool is_initial(const struct mc_operation *operation, mc_alternative alternative,
                       const struct mc_sequence *v, bool *settled) {
  struct mc_operation step = *operation;
  uint32_t place;
  step.alternative = alternative;
  if (!mc_is_weak_initial(&step, v, &place) || place == v->length)
    return false;
  *settled |= place < v->due;
  return true;
}

static struct mc_choice *choice_of(struct mc_frame *frame, const struct mc_operation *step) {
  for (uint32_t i = 0; i < frame->choices; i++)
    if (frame->choice[i].thread == step->thread &&
        frame->choice[i].alternative == step->alternative)
      return &frame->choice[i];
  return NULL;
}

static bool is_covered(const struct mc_frame *frame, const struct mc_sequence *v, bool *settled) {
  bool covered = false;
  for (uint32_t i = 0; i < frame->sleepers && !*settled; i++)
    covered |= is_initial(frame->sleeper[i].operation, frame->sleeper[i].alternative, v, settled);
  for (uint32_t i = 0; i < frame->choices && !*settled; i++)
    if (frame->choice[i].wanted || frame->choice[i].done)
      covered |= is_initial(frame->choice[i].operation, frame->choice[i].alternative, v, settled);
  return covered;
}

void mc_source_reverse(struct mc_search *search, uint32_t i, const struct mc_sequence *v,
                       bool *settled) {
  struct mc_frame *frame = mc_frame_at(search, i);
  *settled = false;
  if (is_covered(frame, v, settled))
    return;
  struct mc_choice *choice = choice_of(frame, v->step[0]);
  *settled = true;
  if (choice)
    choice->wanted = true;
  else
    mc_lose(search, frame);
}
