// runtime/finding/trace_end.c - how a trace ends: the commit, by which it is counted; or another
// run of it, or of the whole search.
#include "finding.h"
#include "runtime/base/hang.h"
#include "runtime/events.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/spinloop/waiting.h"
#include <string.h>

static void count_difference(void) {
  const uint32_t first = mc_shared->trace.repeated;
  if (first >= mc_shared->trace.steps || first == 0)
    return;
  const uint32_t object = mc_shared->trace.step[first].record[0];
  if (object < mc_session->object_count)
    mc_session->differing[object]++;
}

// Steps that repeat the trace before have been seen there.
static void add_steps(enum mc_trace_kind kind) {
  const bool aside = mc_part_of_trace() != MC_PART_SEARCH;
  uint64_t h = mc_hash(mc_shared->search.order, (uint64_t)kind + 1);
  for (uint32_t i = mc_shared->trace.repeated; i < mc_shared->trace.steps; i++) {
    const struct mc_logged_step *step = &mc_shared->trace.step[i];
    h = mc_hash(h, (uint64_t)i << 32 | (uint64_t)step->operation.thread << 16 |
                       step->operation.alternative);
    h = mc_hash(h, (uint64_t)step->operation.kind << 32 | step->record[0]);
    const struct mc_operation delivery =
        mc_delivery(&step->operation, mc_primitive_of[MC_OF_SIGNALS]);
    if (!aside)
      mc_record_count(mc_is_interrupt(&step->operation) ? &delivery : &step->operation);
  }
  mc_shared->search.order = h;
  if (!aside)
    count_difference();
}

void mc_publish_counts(void) {
  const struct mc_search_counts *c = mc_search_counts(mc_shared->tables.search);
  struct mc_session_counts *to = &mc_session->counts;
  mc_session_write();
  memcpy(to->traces, c->traces, sizeof c->traces);
  to->transitions = c->transitions;
  to->replayed = c->replayed;
  to->limited = c->limited;
  to->max_depth = c->max_depth;
  to->threads = c->threads;
  to->unknown = c->unknown;
  to->wakeup_bytes = c->wakeup_bytes;
  to->before_pop = c->before_pop;
  to->classes = c->classes;
  to->classes_are_estimated = c->classes_are_estimated;
  to->classes_are_least = c->classes_are_least;
  to->sampled = c->sampled;
  to->between = c->between;
  to->order = mc_shared->search.order;
  to->leaked = mc_shared->search.leaked;
  to->estimate = (struct mc_session_estimate){c->estimate.traces, c->estimate.low, c->estimate.high,
                                              c->estimate.probes, c->estimate.at_least};
}

bool mc_ends_search(const struct mc_finding *finding) {
  const struct mc_config *c = &mc_session->config;
  return !c->keep_going && (finding->kind == MC_FINDING_MISUSE
                                ? !c->reports_misuse
                                : finding->kind != MC_FINDING_DATA_RACE ||
                                      (c->races != MC_RACES_EXPLORE && !c->races_go_on));
}

bool mc_is_enough_found(void) {
  if (mc_session->config.reproducible && mc_shared->division.workers) // an earlier one is wanted
    return false;
  if (mc_shared->division.is_taught) // that search begins anew
    return false;
  for (uint32_t i = 0; i < mc_session->finding_count; i++)
    if (mc_ends_search(&mc_session->finding[i]))
      return true;
  return false;
}

// What was to be explored by way of the step that failed is lost with it: see mc_search_end.
static void leave_optimal(void) {
  const struct mc_config *c = &mc_session->config;
  if (mc_shared->search.ended || mc_session->source || mc_session->fair || c->replaying ||
      (c->algorithm != MC_OPTIMAL && c->algorithm != MC_AUTO && !mc_session->optimal))
    return;
  mc_session_write();
  mc_session->source = 1;
  mc_shared->search.restart = 1;
}

static void commit(enum mc_trace_kind kind, const struct mc_model *model) {
  mc_save_trace(kind);
  mc_note_cut_trace(kind);
  mc_complete_races();
  if (mc_session->config.explaining)
    mc_event_explains(kind);
  mc_event_counts();
  mc_shared->trace.committing = 1;
  mc_hang("commit", atomic_load(&mc_session->trace_serial) >= 3);
  mc_shared->trace.heap_watch.is_on = false;
  mc_shared->trace.race_watch.is_on = 0;
  mc_shared->trace.has_gone_on = 0;
  mc_shared->trace.libc_watch = (struct mc_libc_watch){0};
  add_steps(kind);
  const uint64_t start = mc_ticks();
  const bool is_cut = mc_search_is_cut(mc_shared->tables.search, kind);
  if (!mc_search_end(mc_shared->tables.search, model, kind))
    mc_shared->search.ended = 1 + MC_END_EXHAUSTED;
  mc_shared->search.stats.search += mc_ticks() - start;
  mc_shared->search.stats.traces++;
  if (mc_session->finding_count)
    mc_search_end_between(mc_shared->tables.search);
  if (mc_is_enough_found())
    mc_shared->search.ended = 1 + MC_END_FINDING;
  if (!mc_shared->search.ended && (mc_session->racy_visible < mc_session->racy_count ||
                                   (mc_shared->tables.known_overlaps < mc_shared->tables.overlaps &&
                                    !mc_session->config.replaying) ||
                                   mc_code_is_wanted()))
    mc_shared->search.restart = 1;
  if (!mc_shared->search.ended && mc_search_is_outdated(mc_shared->tables.search)) {
    mc_tables_write();
    mc_search_learn(mc_shared->tables.search, &mc_shared->objects.racing);
    mc_shared->search.restart = 1;
  }
  if (is_cut && mc_part_of_trace() == MC_PART_SEARCH)
    leave_optimal();
  mc_shared->trace.is_open = 0;
  __atomic_store_n(&mc_shared->trace.committing, 0, __ATOMIC_RELEASE);
}

static bool in_handler MC_PER_TRACE; // of a signal: the kernel knows, so this worker cannot go on

static enum mc_trace_kind ending MC_PER_TRACE; // the kind of the trace that ends

static void end_trace(void) {
  mc_event_trace_ends(ending);
  commit(ending, &mc_process->model);
  if (mc_snapshot_is_taken() && !in_handler && !mc_shared->search.restart)
    mc_event_trace_is_over();
  mc_sys(SYS_exit_group, 0);
  __builtin_unreachable();
}

_Noreturn void mc_end_trace(enum mc_trace_kind kind) {
  if (mc_is_after_failure())
    mc_after_failure_end();
  if (kind == MC_COMPLETED && mc_some_would_go_on())
    kind = MC_DROPPED;
  if (kind == MC_COMPLETED || kind == MC_BOUNDED)
    mc_event_trace_completes(kind);
  if (mc_mode == MC_MODE_TRUNK) {
    mc_event_trunk_ends();
    mc_session_write();
    mc_session->counts.traces[kind]++;
    mc_session->counts.threads = 1;
    mc_save_trace(kind);
    if (mc_session->finding_count)
      mc_output_settle(0);
    mc_trunk_done(mc_session->finding_count ? MC_END_FINDING : MC_END_COMPLETE);
  }
  ending = kind;
  mc_threads_leave(end_trace);
}

static void restart_with_code(void) {
  if (mc_mode == MC_MODE_WORKER && mc_code_is_wanted())
    mc_restart_search();
}

_Noreturn void mc_end_with(const struct mc_finding_details *details) {
  restart_with_code();
  mc_event_fails(details);
  mc_record_finding(details);
  in_handler = details->ucontext;
  mc_end_trace(MC_FAILED);
}

_Noreturn void mc_end_stuck(enum mc_trace_kind kind, enum mc_finding_kind finding) {
  if (mc_is_after_failure())
    mc_after_failure_end();
  restart_with_code();
  mc_record_stuck(finding);
  mc_end_trace(kind);
}

void mc_end_trace_of_dead_worker(enum mc_trace_kind kind,
                                 const struct mc_finding_details *details) {
  if (details)
    mc_record_finding(details);
  commit(kind, NULL);
}
