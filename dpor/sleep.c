// dpor/sleep.c - sleep sets: steps whose executions were all explored from an earlier state.
//
// Source: Godefroid, LNCS 1032 (1996). A step stays asleep while only steps independent of it run.
#include "internal.h"

static bool stays_asleep(const struct mc_operation *step, const struct mc_operation *sleeper,
                         mc_alternative alternative) {
  struct mc_operation other = *sleeper;
  other.alternative = alternative;
  return step->thread != sleeper->thread && !mc_dependent(step, &other);
}

static void put_to_sleep(struct mc_frame *frame, struct mc_sleeper sleeper) {
  frame->sleeper[frame->sleepers++] = sleeper;
  for (uint32_t i = 0; i < frame->choices; i++)
    if (frame->choice[i].thread == sleeper.operation->thread &&
        frame->choice[i].alternative == sleeper.alternative)
      frame->choice[i].asleep = true;
}

bool mc_sleep(struct mc_search *search, struct mc_frame *frame) {
  frame->sleepers = 0;
  if (search->config.sleep_sets == MC_SLEEP_NONE || search->depth == 0)
    return true;
  const struct mc_frame *before = mc_frame_at(search, search->depth - 1);
  if (!mc_reserve(search, &frame->sleeper, &frame->sleeper_capacity,
                  before->sleepers + before->choices, sizeof *frame->sleeper, 0))
    return false;
  for (uint32_t i = 0; i < before->sleepers; i++) {
    const struct mc_sleeper *sleeper = &before->sleeper[i];
    if (stays_asleep(before->operation, sleeper->operation, sleeper->alternative))
      put_to_sleep(frame, *sleeper);
  }
  for (uint32_t i = 0; i < before->choices; i++) {
    const struct mc_choice *choice = &before->choice[i];
    if (!choice->done || choice->thread == before->operation->thread)
      continue;
    if (stays_asleep(before->operation, choice->operation, choice->alternative))
      put_to_sleep(frame, (struct mc_sleeper){choice->operation, choice->alternative,
                                              choice->fatal});
  }
  return true;
}

/// A fatal step covers nothing that does not begin with it: it left nothing to explore.
static bool covers(const struct mc_operation *operation, mc_alternative alternative, bool fatal,
                   const struct mc_sequence *v) {
  struct mc_operation step = *operation;
  uint32_t place;
  step.alternative = alternative;
  return mc_is_weak_initial(&step, v, &place) && (!fatal || place < v->length);
}

bool mc_covered_by_sleep(const struct mc_frame *frame, const struct mc_sequence *v) {
  for (uint32_t i = 0; i < frame->sleepers; i++)
    if (covers(frame->sleeper[i].operation, frame->sleeper[i].alternative, frame->sleeper[i].fatal,
               v))
      return true;
  for (uint32_t i = 0; i < frame->choices; i++)
    if (frame->choice[i].done && covers(frame->choice[i].operation, frame->choice[i].alternative,
                                        frame->choice[i].fatal, v))
      return true;
  return false;
}
