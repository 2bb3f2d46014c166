// dpor/explain/explain.c - from stage to stage; see explain.h.
#include "internal.h"

enum { SCHEDULES = 5 };

size_t mc_explain_bytes(uint32_t steps) {
  return (size_t)SCHEDULES * steps * sizeof(struct mc_step);
}

struct mc_step *mc_explain_begin(struct mc_explain *e, void *memory, uint32_t capacity,
                                 uint64_t traces, bool exhaustive, uint32_t steps) {
  struct mc_step *room = memory;
  *e = (struct mc_explain){.traces = traces, .exhaustive = exhaustive, .stage = MC_EXPLAIN_FOUND};
  struct mc_schedule *const schedule[SCHEDULES] = {&e->best, &e->success, &e->candidate,
                                                   &e->shortest, &e->past};
  for (unsigned i = 0; i < SCHEDULES; i++)
    schedule[i]->step = room + (size_t)i * capacity;
  e->candidate.steps = steps;
  return e->candidate.step;
}

/// All schedules with few preemptions are searched.
static bool is_bounded(const struct mc_explain *e) {
  return e->stage == MC_EXPLAIN_BOUNDED || e->stage == MC_EXPLAIN_EXACT;
}

void mc_explain_configure(struct mc_explain *e, struct mc_search_config *config) {
  e->stage_runs = 0;
  config->estimates = false;
  config->starvation = 0;
  config->sleep_sets = MC_SLEEP_NONE;
  config->bound = MC_PREEMPTIONS;
  config->most = UINT32_MAX - 1;
  config->algorithm = MC_DFS;
  if (is_bounded(e)) {
    config->algorithm = e->exhaustive || e->stage == MC_EXPLAIN_EXACT ? MC_DFS : MC_DPOR;
    config->most = e->bound;
  } else if (e->stage == MC_EXPLAIN_CRITICAL) {
    config->algorithm = e->exhaustive ? MC_DFS : MC_SOURCE;
    config->sleep_sets = e->exhaustive ? MC_SLEEP_NONE : MC_SLEEP_PLAIN;
    config->bound = MC_UNBOUNDED;
    config->root = e->root;
  }
}

/// The step, or where its alternative is not enabled now, another of its operation.
static bool can_make(const struct mc_model *model, struct mc_step *step) {
  mc_alternative alternative[MC_MAX_ALTERNATIVES];
  if (!mc_model_pending(model, step->thread))
    return false;
  const unsigned count = mc_model_alternatives(model, step->thread, alternative);
  for (unsigned i = 0; i < count; i++)
    if (alternative[i] == step->alternative)
      return true;
  if (count)
    step->alternative = alternative[0];
  return count;
}

bool mc_explain_forces(struct mc_explain *e, const struct mc_model *model, uint32_t depth,
                       struct mc_step *step) {
  if (is_bounded(e))
    return false;
  if (e->stage == MC_EXPLAIN_CRITICAL) {
    const bool forces = e->stage_runs == 0 && depth < e->root;
    if (forces)
      *step = e->best.step[depth];
    return forces;
  }
  if (depth == 0)
    e->cursor = 0;
  while (e->cursor < e->candidate.steps) {
    *step = e->candidate.step[e->cursor++];
    if (can_make(model, step))
      return true;
  }
  return false;
}

void mc_explain_trace(struct mc_explain *e, const struct mc_explain_outcome *trace) {
  e->stage_runs++;
  e->is_lost = trace->is_lost;
  e->is_better = false;
  if (e->stage == MC_EXPLAIN_CRITICAL)
    mc_critical_trace(e, trace);
  else if (e->stage == MC_EXPLAIN_SHOW || e->stage == MC_EXPLAIN_FOUND)
    e->is_reproduced = trace->is_target;
  if (trace->is_target && e->stage < MC_EXPLAIN_CRITICAL)
    mc_shorten_consider(e, trace);
}

/// The schedule runs once more, to be shown.
static enum mc_explain_next show(struct mc_explain *e, enum mc_explain_stage stage,
                                 const struct mc_schedule *schedule) {
  e->stage = stage;
  mc_schedule_copy(&e->candidate, schedule);
  return MC_EXPLAIN_SEARCH;
}

enum mc_explain_next mc_explain_next(struct mc_explain *e, bool is_done, bool is_late) {
  enum mc_explain_next next = MC_EXPLAIN_DONE;
  switch (e->stage) {
  case MC_EXPLAIN_FOUND:
    if (!e->is_reproduced)
      return MC_EXPLAIN_DONE;
    e->found = e->best;
    e->found.step = NULL;
    // fallthrough
  case MC_EXPLAIN_BOUNDED:
  case MC_EXPLAIN_EXACT:
  case MC_EXPLAIN_PAST:
  case MC_EXPLAIN_BLOCKS:
    if (!is_late)
      next = mc_shorten_next(e, is_done);
    if (next != MC_EXPLAIN_DONE)
      return next;
    mc_critical_begin(e);
    return MC_EXPLAIN_SEARCH;
  case MC_EXPLAIN_CRITICAL:
    if (is_late)
      mc_critical_end(e);
    else
      next = mc_critical_next(e, is_done);
    if (next != MC_EXPLAIN_DONE)
      return next;
    return e->success.steps ? show(e, MC_EXPLAIN_SUCCESS, &e->success)
                            : show(e, MC_EXPLAIN_SHOW, &e->best);
  case MC_EXPLAIN_SUCCESS:
    return show(e, MC_EXPLAIN_SHOW, &e->best);
  case MC_EXPLAIN_SHOW:
    break;
  }
  return MC_EXPLAIN_DONE;
}
