// driver/view.c - fills in a result_view; see view.h.
#include "diagnose.h"
#include "quote.h"
#include "rules.h"
#include "view_internal.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
      .between = counts->between,
      .estimate = {estimate->traces, estimate->low, estimate->high, estimate->probes,
                   estimate->at_least},
  };
}

static struct view_random make_random(const struct result *result) {
  const struct mc_session_counts *counts = &result->session->counts;
  const bool is_random = options_are_random(result->options);
  return (struct view_random){
      .is_there = is_random || result->options->algorithm == MC_AUTO || counts->between,
      .traces = is_random ? result_traces(result->session) : counts->sampled + counts->between,
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

/// To what JSON has of it, so that a report from there says the same.
static double rounded(double number) { return round(number * 1e6) / 1e6; }

static struct view_stats make_stats(const struct result *result) {
  const struct mc_stats *s = &result->session->observed.stats;
  if (!result->options->stats || !s->ticks || !s->traces)
    return (struct view_stats){.is_there = false};
  const double us = (double)s->nanoseconds / 1000 / (double)s->ticks / (double)s->traces;
  const uint64_t rest = s->ticks - s->restoring - s->switching - s->search;
  return (struct view_stats){
      .is_there = true,
      .all = rounded(us * (double)s->ticks),
      .search = rounded(us * (double)s->search),
      .restoring = rounded(us * (double)s->restoring),
      .switching = rounded(us * (double)s->switching),
      .rest = rounded(us * (double)rest),
      .hot_pages = s->hot_pages,
      .faults = s->faults,
      .system_calls = s->system_calls,
      .levels = s->levels,
      .processes = s->processes,
      .userfaultfd = s->userfaultfd,
  };
}

static struct view_output map_output(const struct launch *launch) {
  const size_t size = launch_output_size(launch);
  void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_SHARED, launch->output_fd, 0) : MAP_FAILED;
  return bytes == MAP_FAILED ? (struct view_output){"", 0} : (struct view_output){bytes, size};
}

struct view_output view_output(const struct result *result, uint64_t start, uint64_t size) {
  static const struct launch *mapped; // of the search, or of a run that explains a finding
  static struct view_output all;
  if (mapped != result->launch)
    all = map_output(result->launch);
  mapped = result->launch;
  if (start >= all.size)
    return (struct view_output){"", 0};
  const size_t rest = all.size - start;
  return (struct view_output){all.bytes + start, size < rest ? size : rest};
}

/// [own: free]
static char *describe_command(const struct program *program) {
  unsigned count = 0;
  while (program->argv[count])
    count++;
  char **words = allocate((count + 1) * sizeof *words), *path = realpath(program->path, NULL);
  memcpy(words, program->argv, count * sizeof *words);
  words[0] = path ? path : program->path;
  char *call = quote_check_call(program->check_call), *quoted = quote_words(words);
  char *command = format_text("%s%s", call, quoted);
  free(call);
  free(quoted);
  free(path);
  free(words);
  return command;
}

/// The nearest folder that git knows for the top of a tree, or `folder` [own: free].
static char *root_of(const char *folder) {
  char *root = format_text("%s", folder);
  for (;;) {
    char *mark = format_text("%s/.git", root), *slash = strrchr(root, '/');
    const bool is_top = !access(mark, F_OK);
    free(mark);
    if (is_top)
      return root;
    if (!slash || slash == root)
      break;
    *slash = '\0';
  }
  free(root);
  return format_text("%s", folder);
}

struct result_view *view_of(const struct result *result, struct names *names) {
  const char *here = getcwd(NULL, 0), *folder = here ? here : "/";
  const struct mc_session *session = result->session;
  const bool has_own_output = result->options->trace && !session->finding_count;
  struct result_view *view = allocate(sizeof *view);
  *view = (struct result_view){
      .options = result->options,
      .argv = result->program->argv,
      .command = describe_command(result->program),
      .check_call = result->program->check_call,
      .version = MC_VERSION,
      .folder = folder,
      .root = root_of(folder),
      .verdict = result->verdict,
      .status = result->status,
      .is_replay = result->options->trace,
      .algorithm = options_algorithm(result->options),
      .counts = view_counts(session),
      .random = make_random(result),
      .order = session->counts.order,
      .unknown = session->counts.unknown,
      .wakeup_bytes = session->counts.wakeup_bytes,
      .before_pop = session->counts.before_pop,
      .leaked = {session->counts.leaked.chunks, session->counts.leaked.bytes},
      .seconds = rounded(result->ended.seconds),
      .trials = result->trials,
      .trial = result->trial,
      .unseen = result->unseen         ? result->unseen
                : result->unseen_plain ? result->unseen_plain
                                       : "",
      .observed = view_observed(result, names),
      .explored = view_explored(result, names),
      .stats = make_stats(result),
      .output = view_output(result, 0, has_own_output ? UINT64_MAX : 0),
      .trunk_output =
          view_output(result, 0, session->finding_count ? session->observed.trunk_output : 0),
  };
  add_rules(view, session);
  add_reasons(view, &result->reasons);
  add_findings(view, result, names);
  view->headline = view_headline(view, result, names);
  view->coverage = view_coverage(view, result, names);
  view_advise(view, session, names);
  return view;
}
