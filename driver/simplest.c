// driver/simplest.c - see simplest.h. Nothing that goes wrong here changes a verdict: the finding
// is then shown as it was found.
#include "simplest.h"
#include "diagnose.h"
#include "interrupts.h"
#include "processes.h"
#include "session_check.h"
#include "traces.h"
#include "view.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  MOST_TRACES = 50000, ///< to look for simpler schedules of all findings together; ...
  MOST_MS = 10000, ///< ... in that time, and as long for the critical step. Not where the user has
                   ///< said how many traces.
};

static const double most_seconds_of_trace = 2;

/// One that a schedule alone leads to.
static bool can_be_explained(const struct result *result, const struct mc_finding *finding) {
  return finding->steps && finding->kind != MC_FINDING_STARVATION &&
         finding->kind != MC_FINDING_ENDLESS && finding->kind != MC_FINDING_PRIMITIVE &&
         !result->options->lint;
}

//===- The run --------------------------------------------------------------------------------===//

static struct mc_asked_place asked_place(struct mc_session *to, const struct mc_session *from,
                                         uint32_t site) {
  const struct mc_place *place = &from->site[site];
  return (struct mc_asked_place){session_add(to, session_text(from, place->file)), place->line,
                                 place->column, place->code};
}

/// The schedule, by way of a trace file that nobody sees.
static bool give_schedule(struct mc_session *to, const struct result *result, struct names *names,
                          uint32_t index) {
  const struct trace trace = trace_of_finding(result, names, index);
  FILE *file = tmpfile();
  if (!file)
    return false;
  trace_file_print(file, result->program, names, &trace);
  const bool good = !fflush(file) && !ferror(file);
  rewind(file);
  if (good)
    free(trace_file_scan(file, "the schedule", result->program, to));
  fclose(file);
  return good;
}

static void ask(struct mc_session *to, const struct result *result, uint32_t index,
                uint64_t traces) {
  const struct mc_finding *finding = &result->session->finding[index];
  struct mc_config *c = &to->config;
  c->explaining = 1;
  c->explain_traces = traces;
  c->explain_ms = result->options->given.minimise ? 0 : MOST_MS;
  c->target = finding->kind;
  c->keep_going = 1;
  c->repeat = 1;
  c->max_traces = c->save_trace = 0;
  c->estimates = c->stats = 0;
  c->algorithm = result->options->algorithm == MC_DFS ? MC_DFS : MC_OPTIMAL;
  c->sleep_sets = MC_SLEEP_NONE;
  c->preemptions = c->delays = MC_NO_BOUND;
  to->fair = result->session->fair;
  for (int k = 0; k < 2 && finding->race[0].site != MC_NONE; k++)
    c->target_race[k] = asked_place(to, result->session, finding->race[k].site);
}

static bool run(struct explanation *e, struct options *options, const struct result *result) {
  session_keep(&e->launch);
  launch_start(&e->launch, result->program, options);
  const struct watch_end ended = watch_search(&e->launch, options);
  processes_end();
  return !session_check(&e->launch, &ended) && ended.done && !ended.killed &&
         e->launch.session->explained.is_reproduced;
}

/// `seconds`: what is left of --timeout.
static struct explanation *explain(const struct result *result, struct names *names, uint32_t index,
                                   uint64_t traces, double seconds) {
  struct explanation *e = allocate(sizeof *e);
  struct options *options = allocate(sizeof *options);
  *options = *result->options;
  options->timeout = seconds;
  options->trace_timeout = most_seconds_of_trace;
  options->verbose = false;
  options->output = OUTPUT_FAILING; // of the trace that is shown, not of all that were tried
  e->launch = (struct launch){.size_signal = result->launch->size_signal,
                              .pipe_signal = result->launch->pipe_signal};
  launch_prepare(&e->launch, options);
  if (!give_schedule(e->launch.session, result, names, index))
    return NULL;
  ask(e->launch.session, result, index, traces);
  if (!run(e, options, result))
    return NULL;
  e->finding = e->launch.session->explained.finding;
  e->result = (struct result){.options = options,
                              .program = result->program,
                              .launch = &e->launch,
                              .session = e->launch.session,
                              .symbols = symbols_open(e->launch.maps, e->launch.maps_size)};
  names_init(&e->names, e->launch.session, e->result.symbols, result->program->path);
  return e;
}

uint32_t explanation_critical(const struct explanation *e) {
  const struct mc_explained *explained = &e->launch.session->explained;
  const bool is_known = explained->critical_is == VIEW_CRITICAL_STEP ||
                        explained->critical_is == VIEW_CRITICAL_LATEST;
  return is_known ? explained->critical + 1 : 0;
}

void explain_findings(struct result *result, struct names *names) {
  const struct options *options = result->options;
  const struct mc_session *session = result->session;
  const uint64_t begin = wall_time();
  uint64_t left = options->given.minimise ? UINT64_MAX : MOST_TRACES;
  result->explanation = allocate(session->finding_count * sizeof *result->explanation);
  if (!options->minimise || options->trace || result->ended.interrupted ||
      result->ended.timed_out || !result->ended.done)
    return;
  for (uint32_t i = 0; i < session->finding_count; i++) {
    const uint64_t traces = options->minimise < left ? options->minimise : left;
    if (!traces || !can_be_explained(result, &session->finding[i]))
      continue;
    const double seconds =
        options->timeout - result->ended.seconds - (double)(wall_time() - begin) / 1e9;
    if (interrupts() || (options->given.timeout && seconds <= 0))
      break;
    struct explanation *e = explain(result, names, i, traces, seconds);
    result->explanation[i] = e;
    left -= e ? e->launch.session->explained.runs : 0;
  }
}
