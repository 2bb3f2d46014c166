// dpor/sampling/aside.c - traces that are no part of the search: the samples with which `auto`
// begins, those between the traces of a long search, the probes of the estimate, and the extensions
// that look for starvation.
//
// Between: after MC_TRACES_ALONE traces of the search, at most one for FOUR of these, and so that
// they take one step for STEPS new ones of the search: their number depends on no clock.
//
// They are run by a search of its own, with its own frames, so that the stack of the systematic
// search stays as it is.
#include "strategy.h"

enum { FOUR = 4, STEPS = 16 };

static struct mc_search *make_aside(struct mc_search *search, enum mc_algorithm algorithm) {
  struct mc_search_config config = search->config;
  config.algorithm = algorithm;
  config.sleep_sets = MC_SLEEP_NONE;
  config.fair = config.estimates = false;
  config.bound = MC_UNBOUNDED;
  return mc_search_make(search->arena, &config, NULL);
}

/// The number of classes is the number of traces: of complete ones, where some are blocked.
static bool explores_classes(const struct mc_search *search) {
  const struct mc_search_config *config = &search->config;
  return !config->fair && !config->bound &&
         (config->algorithm == MC_DFS || config->sleep_sets == MC_SLEEP_PLAIN);
}

bool mc_aside_prepare(struct mc_search *search) {
  if (search->config.algorithm == MC_AUTO) {
    search->strategy = NULL;
    search->aside = make_aside(search, MC_AUTO);
    search->config.algorithm = search->config.fair         ? MC_DPOR
                               : search->config.has_failed ? MC_SOURCE
                               : search->config.by_pop     ? MC_POP
                                                           : MC_OPTIMAL;
    search->is_sampling = true;
    if (!search->aside || !mc_begins_pop(search))
      return false;
  }
  if (search->config.starvation && !(search->starvation = mc_starvation_new(search->arena)))
    return false;
  if (search->config.estimates && !search->strategy && explores_classes(search))
    return (search->estimate = mc_estimate_new(search)) != NULL;
  return true;
}

/// The search for traces aside, now for one of that kind. NULL: arena full.
static struct mc_search *aside_for(struct mc_search *search, enum mc_algorithm algorithm) {
  if (!search->aside && !(search->aside = make_aside(search, algorithm)))
    return NULL;
  search->aside->config.algorithm = algorithm;
  search->aside->config.max_depth_per_thread = search->config.max_depth_per_thread;
  return search->aside;
}

static uint64_t between(const struct mc_search *search) {
  return search->taken.between + search->tree->counts.between;
}

static bool wants_sample(const struct mc_search *search) {
  const struct mc_search_counts *counts = &search->tree->counts;
  const uint64_t traces = search->taken.traces + mc_traces_of(counts);
  return search->config.samples && traces > MC_TRACES_ALONE &&
         between(search) < (traces - MC_TRACES_ALONE) / FOUR &&
         search->between_steps <= (search->taken.transitions + counts->transitions) / STEPS;
}

static bool begin_extension(struct mc_search *search) {
  if (!mc_starvation_wants_trace(search) || !aside_for(search, MC_EXTENSION))
    return false;
  search->aside->strategy->starvation = search->starvation;
  mc_starvation_begin(search);
  return search->is_extension = true;
}

static bool begin_sample(struct mc_search *search) {
  if (!wants_sample(search) || !aside_for(search, MC_POS))
    return false;
  search->aside->config.sleep_sets = MC_SLEEP_NONE;
  return search->is_between = true;
}

static bool begin_probe(struct mc_search *search) {
  if (!search->estimate || !mc_estimate_wants_probe(search) || !aside_for(search, MC_PROBE))
    return false;
  search->aside->config.sleep_sets = search->config.sleep_sets;
  search->aside->strategy->estimate = search->estimate;
  return true;
}

bool mc_aside_begins(struct mc_search *search) {
  const struct mc_search_counts *counts = &search->tree->counts;
  search->is_extension = search->is_between = false;
  search->is_aside =
      search->is_sampling || begin_extension(search) || begin_sample(search) || begin_probe(search);
  if (search->is_aside) // its random numbers depend on how many of its kind there were
    search->aside->strategy->trace =
        search->is_between ? between(search) : counts->sampled + counts->estimate.probes;
  return search->is_aside;
}

void mc_aside_ended(struct mc_search *search) {
  struct mc_search_counts *counts = &search->tree->counts;
  if (search->is_extension) {
    mc_starvation_end(search);
    return;
  }
  if (search->is_sampling || search->is_between) {
    const struct mc_search_counts *samples = &search->aside->tree->counts;
    counts->sampled += search->is_sampling;
    counts->between += search->is_between;
    search->between_steps += search->aside->execution.depth;
    counts->classes = samples->classes;
    counts->classes_are_estimated = samples->classes_are_estimated;
    counts->classes_are_least = samples->classes_are_least;
  }
  if (search->is_between)
    return;
  counts->estimate.probes += !search->is_sampling;
  mc_estimate_update(search);
}

void mc_search_end_between(struct mc_search *search) { search->config.samples = false; }

void mc_search_end_sampling(struct mc_search *search) { search->is_sampling = false; }

bool mc_search_is_sampling(const struct mc_search *search) { return search->is_sampling; }

bool mc_search_is_between(const struct mc_search *search) {
  return search->is_aside && search->is_between;
}

enum mc_search_part mc_search_part(const struct mc_search *search) {
  if (!search->is_aside)
    return MC_PART_SEARCH;
  return search->is_sampling    ? MC_PART_SAMPLE
         : search->is_extension ? MC_PART_EXTENSION
                                : MC_PART_PROBE;
}
