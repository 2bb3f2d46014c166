// dpor/sampling/draw.c - random numbers, and what is drawn by them.
#include "strategy.h"

// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014:
//         SplitMix64.
uint64_t mc_scramble(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

uint64_t mc_random(struct mc_strategy *strategy) {
  return mc_scramble(strategy->random += 0x9e3779b97f4a7c15ull);
}

uint64_t mc_random_below(struct mc_strategy *strategy, uint64_t n) {
  return (uint64_t)((unsigned __int128)mc_random(strategy) * n >> 64);
}

double mc_random_fraction(struct mc_strategy *strategy) {
  return (double)(mc_random(strategy) >> 11) * 0x1p-53;
}

const struct mc_choice *mc_random_alternative(struct mc_search *search,
                                              const struct mc_point *point, mc_thread thread) {
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  uint32_t first = 0, count = 0;
  while (choice[first].thread != thread)
    first++;
  while (first + count < point->choices && choice[first + count].thread == thread)
    count++;
  return &choice[first + (count > 1 ? mc_random_below(search->strategy, count) : 0)];
}

mc_thread mc_highest_priority(const struct mc_search *search, const struct mc_point *point) {
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  const int64_t *priority = search->strategy->priority;
  mc_thread highest = choice[0].thread;
  for (uint32_t i = 1; i < point->choices; i++)
    if (priority[choice[i].thread] > priority[highest])
      highest = choice[i].thread;
  return highest;
}
