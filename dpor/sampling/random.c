// dpor/sampling/random.c - random walk: each thread that can run is next with the same probability.
//
// Source: the baseline of Thomson, Donaldson, Betts, "Concurrency Testing Using Schedule Bounding",
//         PPoPP 2014. A thread's alternatives share its probability.
#include "strategy.h"

static bool is_first_of_thread(const struct mc_choice *choice, uint32_t i) {
  return i == 0 || choice[i].thread != choice[i - 1].thread;
}

const struct mc_choice *mc_random_choose(struct mc_search *search, const struct mc_point *point) {
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  uint32_t threads = 0;
  for (uint32_t i = 0; i < point->choices; i++)
    threads += is_first_of_thread(choice, i);
  uint64_t n = mc_random_below(search->strategy, threads);
  uint32_t i = 0;
  while (!is_first_of_thread(choice, i) || n-- > 0)
    i++;
  return mc_random_alternative(search, point, choice[i].thread);
}
