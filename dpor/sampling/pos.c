// dpor/sampling/pos.c - partial order sampling: each pending operation has a random priority, and
// what races with the step that runs gets a new one.
//
// Source:  Yuan, Yang, Gu, "Partial Order Aware Concurrency Sampling", CAV 2018, Algorithm 2.
// Differs: - The alternatives of an operation share its priority; the one that runs is random.
//          - A yield races with everything, so that each poll gives the others a new chance.
#include "strategy.h"

/// The last step of the trace and the choice that was there before it race.
static bool is_race(const struct mc_execution *x, const struct mc_choice *choice) {
  const struct mc_operation *last = mc_last_step(x), other = mc_step_of(x, choice);
  return mc_is_yield(last) || mc_dependent(last, &other);
}

const struct mc_choice *mc_pos_choose(struct mc_search *search, const struct mc_point *point) {
  struct mc_strategy *strategy = search->strategy;
  const struct mc_execution *x = &search->execution;
  if (x->depth > 0) {
    const struct mc_point *before = mc_point_before(search);
    const struct mc_choice *choice = mc_choices_of(search->tree, before);
    for (uint32_t i = 0; i < before->choices; i++)
      if (is_race(x, &choice[i]))
        strategy->rank[choice[i].thread] = 0;
  }
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (uint32_t i = 0; i < point->choices; i++) {
    const mc_thread thread = choice[i].thread;
    const uint32_t rank = x->thread[thread].rank + 1;
    if (strategy->rank[thread] == rank)
      continue;
    strategy->rank[thread] = rank;
    strategy->priority[thread] = (int64_t)(mc_random(strategy) >> 1);
  }
  return mc_random_alternative(search, point, mc_highest_priority(search, point));
}
