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

static void put_to_sleep(struct mc_frame *frame, const struct mc_operation *operation,
                         mc_alternative alternative) {
  frame->sleeper[frame->sleepers++] = (struct mc_sleeper){operation, alternative};
  for (uint32_t i = 0; i < frame->choices; i++)
    if (frame->choice[i].thread == operation->thread && frame->choice[i].alternative == alternative)
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
      put_to_sleep(frame, sleeper->operation, sleeper->alternative);
  }
  for (uint32_t i = 0; i < before->choices; i++) {
    const struct mc_choice *choice = &before->choice[i];
    if (!choice->done || choice->thread == before->operation->thread)
      continue;
    const struct mc_operation *operation = search->thread[choice->thread].pending;
    if (stays_asleep(before->operation, operation, choice->alternative))
      put_to_sleep(frame, operation, choice->alternative);
  }
  return true;
}

bool mc_covered_by_sleep(const struct mc_frame *frame, const struct mc_sequence *v) {
  uint32_t place;
  for (uint32_t i = 0; i < frame->sleepers; i++) {
    struct mc_operation step = *frame->sleeper[i].operation;
    step.alternative = frame->sleeper[i].alternative;
    if (mc_is_weak_initial(&step, v, &place))
      return true;
  }
  for (uint32_t i = 0; i < frame->choices; i++) {
    struct mc_operation step = *frame->choice[i].operation;
    step.alternative = frame->choice[i].alternative;
    if (frame->choice[i].done && mc_is_weak_initial(&step, v, &place))
      return true;
  }
  return false;
}
