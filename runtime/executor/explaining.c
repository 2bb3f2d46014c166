// runtime/executor/explaining.c - a replay that goes on to look for what explains its finding: the
// simplest schedule that has it, and the step that decides (dpor/explain/explain.h).
//
// The schedule of the trace file runs first, by its names. Then each stage is a search of its own,
// over the same trunk. A trace that cannot be run as it was asked for, or a search that would
// restart as it has learned something, is lost: the stage goes on without it.
#include "executor.h"
#include "runtime/debug/debug.h"
#include "runtime/detector/races.h"
#include "runtime/finding/finding.h"
#include "runtime/record/record.h"

static struct mc_explaining *explaining(void) { return &mc_shared->explaining; }

void mc_explaining_configure(struct mc_search_config *config) {
  if (explaining()->has_begun)
    mc_explain_configure(&explaining()->explain, config);
}

bool mc_explaining_forces(struct mc_step *step) {
  struct mc_explaining *e = explaining();
  return e->has_begun
             ? mc_explain_forces(&e->explain, &mc_process->model, mc_shared->trace.steps, step)
             : mc_replay_next(step);
}

void mc_explaining_trace_opens(void) {
  explaining()->failure = MC_SUCCEEDS;
  explaining()->met = explaining()->others = 0;
  explaining()->noted.count = 0;
  explaining()->noted.is_on =
      explaining()->has_begun && explaining()->explain.stage == MC_EXPLAIN_SHOW;
  mc_shared->trace.shows_callers = mc_session->config.replaying || explaining()->noted.is_on;
}

//===- The target -----------------------------------------------------------------------------===//

/// NULL: none of the findings is it.
static const struct mc_finding *find_target(void) {
  const uint64_t signature = explaining()->target;
  for (uint32_t i = 0; i < mc_session->finding_count; i++) {
    const struct mc_finding *f = &mc_session->finding[i];
    if (signature ? f->signature == signature : mc_is_explained(f))
      return f;
  }
  return NULL;
}

//===- The end of a trace ---------------------------------------------------------------------===//

/// The schedule has run by its names: with these steps the first stage begins.
static void begin(const struct mc_finding *target) {
  struct mc_explaining *e = explaining();
  const struct mc_config *c = &mc_session->config;
  struct mc_step *step =
      mc_explain_begin(&e->explain, mc_explain_room(), (uint32_t)mc_log_length(), c->explain_traces,
                       c->algorithm == MC_DFS, mc_shared->trace.steps);
  for (uint32_t i = 0; i < mc_shared->trace.steps; i++)
    step[i] = (struct mc_step){mc_shared->trace.step[i].operation.thread,
                               mc_shared->trace.step[i].operation.alternative};
  e->target = target->signature;
}

/// All steps are the finding's where threads wait for each other.
static void add_threads(struct mc_explain_outcome *outcome) {
  const struct mc_finding *f = find_target();
  if (!f || f->kind == MC_FINDING_DEADLOCK || f->kind == MC_FINDING_LIVELOCK ||
      f->thread == MC_NONE)
    return;
  if (f->kind != MC_FINDING_DATA_RACE) {
    outcome->thread[outcome->threads++] = (mc_thread)mc_shared->trace.current;
    return;
  }
  for (int k = 0; k < 2; k++)
    outcome->thread[outcome->threads++] = (mc_thread)f->race[k].thread;
}

/// The threads that the finding is of: all that are left, where they wait for each other.
static bool is_part(const struct mc_explain_outcome *outcome, uint32_t step) {
  const struct mc_model *model = &mc_process->model;
  for (unsigned k = 0; k < outcome->threads; k++)
    if (mc_search_is_past(outcome->search, step, outcome->thread[k], outcome->steps))
      return true;
  for (mc_thread t = 0; t < model->thread_count && !outcome->threads; t++)
    if (!model->thread[t].finished && mc_search_is_past(outcome->search, step, t, outcome->steps))
      return true;
  return false;
}

/// What led to the free of the memory that the finding is about: it is no step itself.
static bool led_to_free(const struct mc_explain_outcome *outcome, const struct mc_finding *f,
                        uint32_t step) {
  return f->has_chunk && f->freed.step != MC_NONE && f->freed.step <= outcome->steps &&
         f->freed.thread < MC_MAX_THREADS &&
         mc_search_is_past(outcome->search, step, (mc_thread)f->freed.thread, f->freed.step);
}

static void mark_steps(const struct mc_explain_outcome *outcome) {
  const struct mc_finding *f = find_target();
  mc_session_write();
  for (uint32_t i = 0; f && i < f->steps && i < outcome->steps; i++) {
    struct mc_step_record *step = &mc_session->step[f->first_step + i];
    step->is_apart = !is_part(outcome, i) && !led_to_free(outcome, f, i);
    step->is_preempting =
        mc_search_preemptions(outcome->search, i + 1) > mc_search_preemptions(outcome->search, i);
  }
}

void mc_explaining_trace(enum mc_trace_kind kind) {
  struct mc_explaining *e = explaining();
  if (!e->has_begun)
    return;
  struct mc_explain_outcome outcome = {.is_target = e->met != 0,
                                       .has_finding = e->failure == MC_FAILS,
                                       .may_have_finding = e->failure == MC_MAY_FAIL,
                                       .others = e->others,
                                       .kind = kind,
                                       .steps = e->met ? e->met - 1 : mc_shared->trace.steps,
                                       .search = mc_shared->tables.search};
  if (outcome.is_target)
    add_threads(&outcome);
  if (e->explain.stage == MC_EXPLAIN_SUCCESS && kind == MC_COMPLETED && e->failure == MC_SUCCEEDS) {
    struct mc_explained *shown = &mc_session->explained;
    mc_session_write();
    shown->steps = mc_record_steps(&shown->first_step, MC_NONE);
  }
  if (outcome.is_target && e->explain.stage == MC_EXPLAIN_SHOW) {
    mark_steps(&outcome);
    mc_values_tell(find_target());
  }
  mc_explain_trace(&e->explain, &outcome);
}

static void publish(void) {
  const struct mc_explaining *e = explaining();
  const struct mc_explain *from = &e->explain;
  const struct mc_finding *shown = find_target();
  struct mc_explained *to = &mc_session->explained;
  mc_session_write();
  to->is_reproduced = from->is_reproduced && shown;
  to->is_least = from->is_least;
  to->is_late = e->is_late;
  to->critical_is = from->critical_is;
  to->finding = shown ? (uint32_t)(shown - mc_session->finding) : 0;
  to->found_steps = from->found.steps;
  to->found_preemptions = from->found.preemptions;
  to->preemptions = from->best.preemptions;
  to->runs = from->runs;
  to->critical = from->critical;
  to->others = from->others;
}

/// What is recorded from here on is shown.
static void forget_findings(void) {
  mc_session_write();
  mc_session->finding_count = mc_session->step_count = mc_session->machine_count = 0;
}

/// Findings of traces that were only tried.
static void forget_tried(void) {
  const struct mc_finding *target = find_target();
  const uint32_t kept = target ? (uint32_t)(target - mc_session->finding) + 1 : 0;
  if (mc_session->finding_count <= kept)
    return;
  mc_session_write();
  mc_session->finding_count = kept;
}

static bool is_late(void) {
  struct mc_explaining *e = explaining();
  const uint64_t most = mc_session->config.explain_ms;
  const bool late =
      atomic_load(&mc_session->stop) || (most && mc_milliseconds() - e->since >= most);
  if (late && e->explain.stage < MC_EXPLAIN_CRITICAL)
    e->is_late = true;
  return late;
}

/// The search of a stage is over, or one of its traces.
static enum mc_explain_next go_on(bool is_done) {
  struct mc_explaining *e = explaining();
  const enum mc_explain_stage before = e->explain.stage;
  const enum mc_explain_next next = mc_explain_next(&e->explain, is_done, is_late());
  const enum mc_explain_stage stage = e->explain.stage;
  if (stage == MC_EXPLAIN_CRITICAL && before != stage)
    e->since = mc_milliseconds();
  if (stage >= MC_EXPLAIN_SUCCESS && before < MC_EXPLAIN_SUCCESS)
    forget_findings();
  else if (stage < MC_EXPLAIN_SUCCESS)
    forget_tried();
  return next;
}

static bool begin_explaining(void) {
  struct mc_explaining *e = explaining();
  const struct mc_finding *target = find_target();
  if (!target || !mc_shared->trace.steps)
    return false;
  begin(target);
  e->has_begun = true;
  e->since = mc_milliseconds();
  return true;
}

static bool is_end(uint32_t ended) {
  return ended == 1 + MC_END_FAULT || ended == 1 + MC_END_REFUSED ||
         ended == 1 + MC_END_NO_PROCESS || ended == 1 + MC_END_KILLED;
}

bool mc_explaining_is_over(bool *is_new_search) {
  struct mc_explaining *e = explaining();
  const bool is_lost = mc_shared->search.ended;
  if (is_end(mc_shared->search.ended) || (is_lost && !e->has_begun))
    return true;
  mc_shared->search.ended = 0;
  if (!e->has_begun) {
    *is_new_search = true;
    return !begin_explaining();
  }
  if (is_lost)
    mc_explain_trace(&e->explain, &(struct mc_explain_outcome){.is_lost = true});
  const enum mc_explain_next next = go_on(is_lost || mc_search_done(mc_shared->tables.search));
  *is_new_search = next == MC_EXPLAIN_SEARCH;
  if (next == MC_EXPLAIN_DONE)
    publish();
  return next == MC_EXPLAIN_DONE;
}
