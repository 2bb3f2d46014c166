// dpor/sampling/pct.c - probabilistic concurrency testing: random priorities, changed at d - 1
// random steps.
//
// Source:  Burckhardt, Kothari, Musuvathi, Nagarakatte, "A Randomized Scheduler with Probabilistic
//          Guarantees of Finding Bugs", ASPLOS 2010, section 3.2 and Algorithm 1. A bug of depth d
//          is found by a trace with a probability of at least 1 / (n k^(d-1)), where n is the
//          number of threads and k that of steps.
// Differs: - k is the length of the longest trace so far, among the first thousand, so that
//            others do not depend on it; the first has no change points.
//          - n is not known before: a thread gets its priority when it is first seen, a random
//            number of 62 bits, so that every order is equally probable.
//          - A thread that yields goes below all others: it waits for one of them.
#include "strategy.h"

void mc_pct_begin(struct mc_search *search) {
  struct mc_strategy *strategy = search->strategy;
  if (strategy->trace < MC_TRACES_ALONE && !search->is_fixed)
    strategy->length = search->tree->counts.max_depth;
  const uint32_t length = strategy->length;
  strategy->lowest = 0;
  strategy->changes = length ? search->config.pct_depth - 1 : 0;
  for (uint32_t i = 0; i < strategy->changes; i++)
    strategy->change[i] = 1 + (uint32_t)mc_random_below(strategy, length);
}

/// Initial priorities are d and more, those of change points 1 to d - 1.
static void give_priorities(const struct mc_search *search, struct mc_strategy *strategy,
                            const struct mc_point *point) {
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (uint32_t i = 0; i < point->choices; i++) {
    const mc_thread thread = choice[i].thread;
    if (strategy->rank[thread])
      continue;
    strategy->rank[thread] = 1;
    strategy->priority[thread] =
        (int64_t)(mc_random(strategy) >> 2) + (int64_t)search->config.pct_depth;
  }
}

const struct mc_choice *mc_pct_choose(struct mc_search *search, const struct mc_point *point) {
  struct mc_strategy *strategy = search->strategy;
  give_priorities(search, strategy, point);
  const struct mc_operation *last = mc_last_step(&search->execution);
  if (last) {
    for (uint32_t i = 0; i < strategy->changes; i++)
      if (strategy->change[i] == search->execution.depth)
        strategy->priority[last->thread] = i + 1;
    if (mc_is_yield(last))
      strategy->priority[last->thread] = --strategy->lowest;
  }
  return mc_random_alternative(search, point, mc_highest_priority(search, point));
}
