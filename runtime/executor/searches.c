// runtime/executor/searches.c - where a search begins, what it begins with, and when it is over.
#include "executor.h"
#include "recovery.h"
#include "runtime/finding/finding.h"
#include <string.h>

enum { SAMPLING_MS = 1000 }; // of `auto`, before its systematic search

_Static_assert((int)MC_ASKED_NOBODY == MC_PREFER_NONE &&
                   (int)MC_ASKED_READERS == MC_PREFER_READERS &&
                   (int)MC_ASKED_WRITERS == MC_PREFER_WRITERS,
               "what the driver asks for is what locks have");

/// What random schedules have shown stays, when the search learns what must be steps.
static bool is_random(void) {
  const struct mc_config *c = &mc_session->config;
  return c->algorithm >= MC_RANDOM && !c->replaying;
}

static enum mc_bound bound(const struct mc_config *c) {
  return c->replaying                    ? MC_UNBOUNDED
         : c->preemptions != MC_NO_BOUND ? MC_PREEMPTIONS
         : c->delays != MC_NO_BOUND      ? MC_DELAYS
                                         : MC_UNBOUNDED;
}

static bool begins_later(const struct mc_config *c) {
  return !c->replaying && !c->explaining && mc_session->begun != MC_SEARCH_BEGUN_BEFORE &&
         (mc_session->from || c->from);
}

static struct mc_search_config configure(const struct mc_config *c) {
  struct mc_search_config config = {
      .algorithm = c->replaying                                    ? MC_DFS
                   : mc_session->source && c->algorithm != MC_AUTO ? MC_SOURCE
                   : mc_session->optimal                           ? MC_OPTIMAL
                   : mc_is_by_pop() && c->algorithm != MC_AUTO     ? MC_POP
                                                               : (enum mc_algorithm)c->algorithm,
      .has_failed = mc_session->source,
      .by_pop = mc_is_by_pop(),
      .sleep_sets = c->replaying ? MC_SLEEP_NONE : (enum mc_sleep_sets)c->sleep_sets,
      .races = c->races != MC_RACES_OFF,
      .max_depth = c->max_depth,
      .max_depth_per_thread = c->max_depth_per_thread,
      .bound = bound(c),
      .most = bound(c) == MC_DELAYS ? c->delays : c->preemptions,
      .starvation = c->replaying ? 0 : c->starvation,
      .fair = mc_session->fair,
      .from = begins_later(c),
      .root = begins_later(c) ? UINT32_MAX : 0,
      .seed = c->seed,
      .pct_depth = c->pct_depth,
      .most_samples = c->max_traces,
      .most_tree_bytes = mc_session->optimal ? 0 : c->tree_memory * 1024,
      .racing = &mc_shared->objects.racing,
      .goes_on = mc_progress,
      .estimates = c->estimates && !c->replaying,
      .samples = c->samples && !c->replaying && !mc_session->fair && !mc_session->source &&
                 !mc_session->finding_count && !mc_session->before_count,
  };
  if (config.from || c->only || c->until) {
    config.most_tree_bytes = 0;
    config.estimates = config.samples = false;
    if (config.algorithm == MC_POP || config.algorithm == MC_AUTO)
      config.algorithm = MC_OPTIMAL;
  }
  if (c->explaining)
    mc_explaining_configure(&config);
  return config;
}

/// With `goes_on` its random schedules come after those of the search before.
static void new_search(bool goes_on) {
  const struct mc_config *c = &mc_session->config;
  const bool has_sampled =
      goes_on && c->algorithm == MC_AUTO && !mc_search_is_sampling(mc_shared->tables.search);
  const struct mc_search_counts before =
      goes_on ? *mc_search_counts(mc_shared->tables.search) : (struct mc_search_counts){0};
  struct mc_search_config config = configure(c);
  config.before = goes_on && is_random() ? &before : NULL;
  config.has_sampled = has_sampled;
  mc_checkpoint_empty_arena();
  struct mc_search *search = mc_search_new(&mc_shared->search.arena, &config);
  MC_CHECK(search);
  if (mc_shared->tables.search != search) { // most often it lies where the last one did
    mc_tables_write();
    mc_shared->tables.search = search;
  }
  if (has_sampled) {
    mc_keep_samples();
    mc_shared->search.executed.kinds = 0;
  } else if (!goes_on) {
    mc_keep_races();
  }
  mc_session->racy_visible = mc_session->racy_count;
  if (mc_shared->tables.known_overlaps != mc_shared->tables.overlaps) {
    mc_tables_write();
    mc_shared->tables.known_overlaps = mc_shared->tables.overlaps;
  }
  struct mc_trace_state *trace = &mc_shared->trace;
  trace->goes_on = trace->has_gone_on = trace->recorded_early = 0;
  mc_shared->search.went_on = 0;
  if (goes_on)
    return;
  memset(&mc_session->counts, 0, sizeof mc_session->counts);
  mc_shared->search.executed.kinds = 0;
  memset(&mc_shared->search.leaked, 0, sizeof mc_shared->search.leaked);
  mc_shared->search.order = 0;
  mc_session->saved.number = mc_session->cut.times = 0;
  mc_shared->search.sampling_since = mc_milliseconds();
}

void mc_search_of_trunk_begins(bool restarts) {
  const bool goes_on = restarts && !mc_is_reviewing() && // its counts are those of all workers
                       (is_random() || mc_session->config.explaining);
  memset(&mc_shared->division, 0, sizeof mc_shared->division);
  mc_checkpoint_forget();
  new_search(goes_on);
}

static bool limit_reached(void) {
  const uint64_t limit = mc_session->config.max_traces;
  const struct mc_search_counts *counts = mc_search_counts(mc_shared->tables.search);
  return limit && counts->sampled + mc_traces_of(counts) >= limit &&
         !mc_search_goes_on(mc_shared->tables.search);
}

/// The search is complete: is there to be another one?
static bool search_again(void) {
  if (++mc_shared->search.completed >= mc_session->config.repeat)
    return false;
  mc_session_write();
  new_search(false); // a checkpoint of the last one is as good
  return true;
}

static bool explaining_is_over(enum mc_end *end) {
  const uint32_t ended = mc_shared->search.ended;
  bool is_new = false;
  if (mc_explaining_is_over(&is_new)) {
    *end = ended ? (enum mc_end)(ended - 1) : MC_END_COMPLETE;
    return true;
  }
  if (is_new) {
    mc_session_write();
    mc_checkpoint_forget();
    new_search(true);
  }
  return false;
}

/// True if the search is over: then sets `*end`.
bool mc_search_is_over(enum mc_end *end) {
  if (mc_session->fault)
    *end = MC_END_FAULT;
  else if (mc_session->config.explaining)
    return explaining_is_over(end);
  else if (mc_is_reviewing() && mc_shared->search.ended <= 1 + MC_END_FINDING)
    return mc_review_is_over(end);
  else if (mc_shared->search.ended)
    *end = (enum mc_end)(mc_shared->search.ended - 1);
  else if (mc_recovery_is_over())
    *end = MC_END_NONDETERMINISTIC;
  else if (mc_is_divided() && mc_division_is_over(end))
    return true;
  else if (mc_search_done(mc_shared->tables.search) && !search_again())
    *end = MC_END_COMPLETE;
  else if (limit_reached())
    *end = MC_END_MAX_TRACES;
  else if (mc_session->config.replaying && mc_session->counts.traces[MC_COMPLETED])
    *end = MC_END_COMPLETE;
  else if (atomic_load(&mc_session->stop))
    *end = MC_END_STOPPED;
  else
    return false;
  return true;
}

void mc_end_sampling_in_time(void) {
  if (mc_milliseconds() - mc_shared->search.sampling_since >= SAMPLING_MS)
    mc_search_end_sampling(mc_shared->tables.search);
}
