// dpor/explain/critical.c - the step that decides: prefixes of the schedule are halved, and what
// continues each is searched for a trace that succeeds.
//
// A prefix that one succeeds from is part of each shorter one, so that one succeeds from those,
// too.
#include "internal.h"

enum { SEARCHES = 8 }; // that share the traces: one may run as many as that part

static uint64_t most_traces(const struct mc_explain *e) { return e->traces / SEARCHES + 1; }

static enum mc_explain_next look_at(struct mc_explain *e, uint32_t root) {
  e->root = root;
  e->succeeds = e->is_cut = false;
  e->root_others = 0;
  return MC_EXPLAIN_SEARCH;
}

void mc_critical_begin(struct mc_explain *e) {
  e->stage = MC_EXPLAIN_CRITICAL;
  e->success.steps = 0;
  e->low = 0;
  e->high = e->best.steps;
  e->is_low_known = false;
  e->others = 0;
  look_at(e, 0);
}

void mc_critical_trace(struct mc_explain *e, const struct mc_explain_outcome *trace) {
  const bool is_unknown = trace->is_lost || (trace->may_have_finding && !trace->has_finding);
  e->is_cut |= is_unknown || trace->kind == MC_BOUNDED;
  if (!trace->is_target && trace->kind != MC_SLEEP_SET_BLOCKED)
    e->root_others |= trace->others;
  if (is_unknown || trace->has_finding || trace->kind != MC_COMPLETED)
    return;
  e->succeeds = true;
  mc_schedule_take(&e->success, trace);
}

void mc_critical_end(struct mc_explain *e) {
  e->critical = e->high;
  e->critical_is = e->high == 0                               ? MC_CRITICAL_NONE
                   : e->is_low_known && e->low + 1 == e->high ? MC_CRITICAL_STEP
                                                              : MC_CRITICAL_LATEST;
}

enum mc_explain_next mc_critical_next(struct mc_explain *e, bool is_done) {
  if (!is_done && !e->succeeds && e->stage_runs < most_traces(e))
    return MC_EXPLAIN_GO_ON;
  const bool is_known = e->succeeds || (is_done && !e->is_cut);
  if (is_known && !e->succeeds)
    e->high = e->root, e->others = e->root_others;
  else
    e->low = e->root, e->is_low_known = e->succeeds;
  if (e->high > e->low + 1)
    return look_at(e, e->low + (e->high - e->low) / 2);
  mc_critical_end(e);
  return MC_EXPLAIN_DONE;
}
