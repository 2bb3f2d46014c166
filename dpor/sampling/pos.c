// dpor/sampling/pos.c - partial order sampling: each pending operation has a random priority, and
// what races with the step that runs gets a new one.
//
// Source:  Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", CAV 2018, Algorithm 2.
// Differs: - The alternatives of an operation share its priority; the one that runs is random.
//          - A yield races with everything, so that each poll gives the others a new chance.
#include "dpor/strategy.h"

/// The step that was taken at `before` and the choice that was there race.
static bool is_race(const struct mc_frame *before, const struct mc_choice *choice) {
  struct mc_operation other = *choice->operation;
  other.alternative = choice->alternative;
  return mc_is_yield(before->operation) || mc_dependent(before->operation, &other);
}

const struct mc_choice *mc_pos_choose(struct mc_search *search, const struct mc_frame *frame) {
  struct mc_strategy *strategy = search->strategy;
  if (search->depth > 0) {
    const struct mc_frame *before = mc_frame_at(search, search->depth - 1);
    for (uint32_t i = 0; i < before->choices; i++)
      if (is_race(before, &before->choice[i]))
        strategy->rank[before->choice[i].thread] = 0;
  }
  for (uint32_t i = 0; i < frame->choices; i++) {
    const mc_thread thread = frame->choice[i].thread;
    const uint32_t rank = search->thread[thread].rank + 1;
    if (strategy->rank[thread] == rank)
      continue;
    strategy->rank[thread] = rank;
    strategy->priority[thread] = (int64_t)(mc_random(strategy) >> 1);
  }
  return mc_random_alternative(strategy, frame, mc_highest_priority(strategy, frame));
}
