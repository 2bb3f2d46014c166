// dpor/strategy.c - what the testing strategies share: their random numbers, and which one it is.
#include "strategy.h"

#include <string.h>

//===- Random numbers -------------------------------------------------------------------------===//

// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014:
//         SplitMix64.
static uint64_t mix(uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

uint64_t mc_random(struct mc_strategy *strategy) {
  return mix(strategy->random += 0x9e3779b97f4a7c15ull);
}

uint64_t mc_random_below(struct mc_strategy *strategy, uint64_t n) {
  return (uint64_t)((unsigned __int128)mc_random(strategy) * n >> 64);
}

double mc_random_fraction(struct mc_strategy *strategy) {
  return (double)(mc_random(strategy) >> 11) * 0x1p-53;
}

const struct mc_choice *mc_random_alternative(struct mc_strategy *strategy,
                                              const struct mc_frame *frame, mc_thread thread) {
  uint32_t first = 0, count = 0;
  while (frame->choice[first].thread != thread)
    first++;
  while (first + count < frame->choices && frame->choice[first + count].thread == thread)
    count++;
  return &frame->choice[first + (count > 1 ? mc_random_below(strategy, count) : 0)];
}

mc_thread mc_highest_priority(const struct mc_strategy *strategy, const struct mc_frame *frame) {
  mc_thread highest = frame->choice[0].thread;
  for (uint32_t i = 1; i < frame->choices; i++)
    if (strategy->priority[frame->choice[i].thread] > strategy->priority[highest])
      highest = frame->choice[i].thread;
  return highest;
}

//===- A trace --------------------------------------------------------------------------------===//

struct mc_strategy *mc_strategy_new(struct mc_search *search) {
  struct mc_strategy *strategy = mc_arena_take(search->arena, sizeof *strategy);
  if (!strategy || !(strategy->coverage = mc_coverage_new(search->arena)))
    return NULL;
  return strategy;
}

// What is a class depends on which accesses are steps: of the numbers before and after more of them are
// known, the larger one is right as a lower bound.
void mc_strategy_go_on(struct mc_search *search, const struct mc_search_counts *before) {
  struct mc_search *samples = search->aside ? search->aside : search;
  if (search->strategy) {
    search->counts = *before;
    search->strategy->trace = mc_traces_of(before);
  } else {
    search->counts.sampled = search->aside->strategy->trace = before->sampled;
  }
  search->counts.classes = samples->strategy->least_classes = before->classes;
  search->counts.classes_are_least = samples->counts.classes_are_least = before->classes > 0;
  search->counts.classes_are_estimated = before->classes_are_estimated;
  search->is_sampling &= !search->config.has_sampled;
}

void mc_strategy_begin(struct mc_search *search) {
  struct mc_strategy *strategy = search->strategy;
  strategy->algorithm = search->config.algorithm;
  if (strategy->algorithm == MC_AUTO)
    strategy->algorithm = strategy->trace % 2 ? MC_PCT : MC_POS;
  strategy->random = mix(mix(search->config.seed) + strategy->trace);
  memset(strategy->rank, 0, sizeof strategy->rank);
  if (strategy->algorithm == MC_PCT)
    mc_pct_begin(search);
}

const struct mc_choice *mc_strategy_choose(struct mc_search *search, struct mc_frame *frame) {
  switch (search->strategy->algorithm) {
  case MC_PCT:
    return mc_pct_choose(search, frame);
  case MC_POS:
    return mc_pos_choose(search, frame);
  case MC_PROBE:
    return mc_probe_choose(search, frame);
  case MC_EXTENSION:
    return mc_starvation_choose(search, frame);
  default:
    return mc_random_choose(search, frame);
  }
}

bool mc_strategy_end(struct mc_search *search) {
  struct mc_strategy *strategy = search->strategy;
  if (strategy->algorithm == MC_EXTENSION)
    return true;
  if (strategy->algorithm == MC_PROBE ? !mc_probe_end(search)
                                      : !mc_coverage_add(search, strategy->coverage))
    return false;
  strategy->trace++;
  search->counts.classes =
      mc_coverage_count(strategy->coverage, &search->counts.classes_are_estimated);
  if (search->counts.classes < strategy->least_classes)
    search->counts.classes = strategy->least_classes;
  return true;
}
