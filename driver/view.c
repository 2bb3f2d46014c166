// driver/view.c - fills in a result_view; see view.h.
#include "diagnose.h"
#include "rules.h"
#include "view_internal.h"
#include <stdlib.h>
#include <sys/mman.h>

_Static_assert((int)VIEW_MOST_THREADS == MC_SESSION_MAX_THREADS, "all threads of a schedule");

void view_add_text(struct view_texts *texts, const char *text) {
  texts->text = reallocarray(texts->text, texts->count + 1, sizeof *texts->text);
  if (!texts->text)
    internal_fault("out of memory");
  texts->text[texts->count++] = text;
}

struct view_counts view_counts(const struct mc_session *session) {
  const struct mc_session_counts *counts = &session->counts;
  const struct mc_session_estimate *estimate = &counts->estimate;
  return (struct view_counts){
      .traces = result_traces(session),
      .completed = counts->traces[MC_COMPLETED],
      .deadlocked = counts->traces[MC_DEADLOCKED],
      .failed = counts->traces[MC_FAILED],
      .bounded = counts->traces[MC_BOUNDED],
      .dropped = counts->traces[MC_DROPPED],
      .sleep_set_blocked = counts->traces[MC_SLEEP_SET_BLOCKED],
      .transitions = counts->transitions,
      .replayed = counts->replayed,
      .max_depth = counts->max_depth,
      .threads = counts->threads,
      .sampled = counts->sampled,
      .estimate = {estimate->traces, estimate->low, estimate->high, estimate->probes,
                   estimate->at_least},
  };
}

static struct view_random make_random(const struct result *result) {
  const struct mc_session_counts *counts = &result->session->counts;
  const bool is_random = options_are_random(result->options);
  return (struct view_random){
      .is_there = is_random || result->options->algorithm == MC_AUTO,
      .traces = is_random ? result_traces(result->session) : counts->sampled,
      .classes = counts->classes,
      .classes_are_estimated = counts->classes_are_estimated,
      .classes_are_least = counts->classes_are_least,
  };
}

static void add_rules(struct result_view *view, const struct mc_session *session) {
  struct view_rule *made = allocate(session->rule_count * sizeof *made);
  for (uint32_t i = 0; i < session->rule_count; i++) {
    const struct mc_rule *rule = &session->rule[i];
    if (rule->list != MC_LIST_STANDARD)
      made[view->rules++] = (struct view_rule){
          rules_list_name(rule), session_text(session, rule->text),
          session_text(session, rule->origin), rule->matched, rule->list == MC_LIST_SUPPRESSIONS};
  }
  view->rule = made;
}

static void add_reasons(struct result_view *view, const struct reasons *reasons) {
  struct view_reason *made = allocate(reasons->count * sizeof *made);
  for (unsigned i = 0; i < reasons->count; i++) {
    const struct reason *reason = &reasons->reason[i];
    made[view->reasons++] = (struct view_reason){reason_name(reason->line), reason->missing,
                                                 reason->remedy, reason->is_users};
  }
  view->reason = made;
}

static void add_findings(struct result_view *view, const struct result *result,
                         struct names *names) {
  struct finding_view *made = allocate(result->session->finding_count * sizeof *made);
  for (uint32_t i = 0; i < result->session->finding_count; i++)
    made[view->findings++] = view_finding(result, names, i);
  view->finding = made;
}

static struct view_stats make_stats(const struct result *result) {
  const struct mc_stats *s = &result->session->observed.stats;
  if (!result->options->stats || !s->ticks || !s->traces)
    return (struct view_stats){.is_there = false};
  const double us = (double)s->nanoseconds / 1000 / (double)s->ticks / (double)s->traces;
  const uint64_t rest = s->ticks - s->restoring - s->switching - s->search;
  return (struct view_stats){
      .is_there = true,
      .all = us * (double)s->ticks,
      .search = us * (double)s->search,
      .restoring = us * (double)s->restoring,
      .switching = us * (double)s->switching,
      .rest = us * (double)rest,
      .hot_pages = s->hot_pages,
      .faults = s->faults,
      .system_calls = s->system_calls,
      .levels = s->levels,
      .processes = s->processes,
      .userfaultfd = s->userfaultfd,
  };
}

static void map_output(struct result_view *view, const struct launch *launch) {
  view->output_size = launch_output_size(launch);
  if (!view->output_size)
    return;
  void *bytes = mmap(NULL, view->output_size, PROT_READ, MAP_SHARED, launch->output_fd, 0);
  view->output = bytes == MAP_FAILED ? NULL : bytes;
}

const struct result_view *view_of(const struct result *result, struct names *names) {
  const struct mc_session *session = result->session;
  struct result_view *view = allocate(sizeof *view);
  *view = (struct result_view){
      .options = result->options,
      .argv = result->program->argv,
      .verdict = result->verdict,
      .is_replay = result->options->trace,
      .algorithm = options_algorithm(result->options),
      .counts = view_counts(session),
      .random = make_random(result),
      .order = session->counts.order,
      .unknown = session->counts.unknown,
      .wakeup_bytes = session->counts.wakeup_bytes,
      .leaked = {session->counts.leaked.chunks, session->counts.leaked.bytes},
      .seconds = result->ended.seconds,
      .unseen = result->unseen,
      .observed = view_observed(result, names),
      .stats = make_stats(result),
      .trunk_output = session->observed.trunk_output,
  };
  map_output(view, result->launch);
  add_rules(view, session);
  add_reasons(view, &result->reasons);
  add_findings(view, result, names);
  view->headline = view_headline(view, result, names);
  view->coverage = view_coverage(view, result);
  return view;
}
