// dpor/sampling/strategy.c - what the testing strategies share: which one it is, and a trace's
// begin and end.
#include "strategy.h"

#include <string.h>

struct mc_strategy *mc_strategy_new(struct mc_search *search) {
  struct mc_strategy *strategy = mc_arena_take(search->arena, sizeof *strategy);
  if (!strategy || !(strategy->coverage = mc_coverage_new(search->arena)))
    return NULL;
  return strategy;
}

// Which traces are one class depends on which accesses are steps. When more of them are known,
// there are two numbers of classes, that before and that after. Both are lower bounds, so the
// larger one counts.
void mc_strategy_go_on(struct mc_search *search, const struct mc_search_counts *before) {
  struct mc_search *samples = search->aside ? search->aside : search;
  struct mc_search_counts *counts = &search->tree->counts;
  if (search->strategy) {
    *counts = *before;
    search->strategy->trace = mc_traces_of(before);
    search->strategy->length = before->max_depth;
  } else {
    counts->sampled = before->sampled;
  }
  counts->classes = samples->strategy->least_classes = before->classes;
  counts->classes_are_least = samples->tree->counts.classes_are_least = before->classes > 0;
  counts->classes_are_estimated = before->classes_are_estimated;
  search->is_sampling &= !search->config.has_sampled;
}

void mc_strategy_begin(struct mc_search *search) {
  struct mc_strategy *strategy = search->strategy;
  strategy->algorithm = search->config.algorithm;
  if (strategy->algorithm == MC_AUTO)
    strategy->algorithm = strategy->trace % 2 ? MC_PCT : MC_POS;
  strategy->random = mc_scramble(mc_scramble(search->config.seed) + strategy->trace);
  memset(strategy->rank, 0, sizeof strategy->rank);
  if (strategy->algorithm == MC_PCT)
    mc_pct_begin(search);
}

const struct mc_choice *mc_strategy_choose(struct mc_search *search, struct mc_point *point) {
  switch (search->strategy->algorithm) {
  case MC_PCT:
    return mc_pct_choose(search, point);
  case MC_POS:
    return mc_pos_choose(search, point);
  case MC_PROBE:
    return mc_probe_choose(search, point);
  case MC_EXTENSION:
    return mc_starvation_choose(search, point);
  default:
    return mc_random_choose(search, point);
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
  if (search->is_divided && strategy->trace >= strategy->end)
    search->tree->done = true;
  struct mc_search_counts *counts = &search->tree->counts;
  counts->classes = mc_coverage_count(strategy->coverage, &counts->classes_are_estimated);
  if (counts->classes < strategy->least_classes)
    counts->classes = strategy->least_classes;
  return true;
}
