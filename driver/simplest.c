// driver/simplest.c - see simplest.h. Nothing that goes wrong here changes a verdict: the finding
// is then shown as it was found.
#include "simplest.h"
#include "diagnose.h"
#include "interrupts.h"
#include "locks.h"
#include "processes.h"
#include "session_check.h"
#include "traces.h"
#include <fcntl.h>
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

/// For all findings together, as MOST_MS is for one.
static const double most_seconds = 60;

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

static void ask_race(struct mc_session *to, struct mc_asked_place place[2],
                     const struct mc_session *from, const struct mc_finding *race) {
  for (int k = 0; k < 2; k++)
    place[k] = asked_place(to, from, race->race[k].site);
}

/// A schedule whose races are all suppressed ends well.
static void tell_races(struct mc_session *to, const struct mc_session *from) {
  struct mc_config *c = &to->config;
  for (uint32_t i = 0; i < from->finding_count + from->suppressed; i++)
    if (from->finding[i].race[0].site != MC_NONE) {
      struct mc_known_race *race = &c->known_race[c->known_races++];
      ask_race(to, race->place, from, &from->finding[i]);
      race->is_suppressed = i >= from->finding_count;
    }
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
  c->estimates = c->stats = c->samples = 0;
  c->algorithm = result->options->algorithm == MC_DFS ? MC_DFS : MC_OPTIMAL;
  c->sleep_sets = MC_SLEEP_NONE;
  c->preemptions = c->delays = MC_NO_BOUND;
  to->fair = result->session->fair;
  if (finding->kind == MC_FINDING_DATA_RACE) {
    ask_race(to, c->target_place, result->session, finding);
  } else if (finding->kind == MC_FINDING_MISUSE) {
    c->target_message = session_add(to, session_text(result->session, finding->message));
    if (finding->site != MC_NONE)
      c->target_place[0] = asked_place(to, result->session, finding->site);
  }
  tell_races(to, result->session);
}

static bool run(struct explanation *e, struct options *options, const struct result *result) {
  locks_find(e->launch.session, result->program->path);
  session_keep(&e->launch);
  launch_start(&e->launch, result->program, options);
  const struct watch_end ended = watch_search(&e->launch, options);
  processes_end();
  return !session_check(&e->launch, &ended) && ended.done && !ended.killed &&
         e->launch.session->explained.is_reproduced;
}

/// A limit (ulimit -n) would end the command in the middle of the start.
static bool has_descriptors(void) {
  enum { NEEDED = 12 };
  int fd[NEEDED], count = 0;
  while (count < NEEDED && (fd[count] = open("/dev/null", O_RDONLY | O_CLOEXEC)) >= 0)
    count++;
  for (int i = 0; i < count; i++)
    close(fd[i]);
  return count == NEEDED;
}

static void forget(struct explanation *e) {
  munmap(e->launch.session, sizeof *e->launch.session);
  close(e->launch.output_fd);
}

/// NULL: the finding did not come again. `seconds`: what is left of --timeout.
static struct explanation *explain(const struct result *result, struct names *names, uint32_t index,
                                   uint64_t traces, double seconds) {
  struct explanation *e = allocate(sizeof *e);
  struct options *options = allocate(sizeof *options);
  *options = *result->options;
  options->timeout = seconds;
  if (!options->trace_timeout || options->trace_timeout > most_seconds_of_trace)
    options->trace_timeout = most_seconds_of_trace;
  options->verbose = false;
  options->jobs = 0;
  options->divides_itself = options->as_alone = false;
  options->output = OUTPUT_FAILING; // of the trace that is shown, not of all that were tried
  e->launch = (struct launch){.size_signal = result->launch->size_signal,
                              .pipe_signal = result->launch->pipe_signal};
  launch_prepare(&e->launch, options);
  const bool is_given = give_schedule(e->launch.session, result, names, index);
  ask(e->launch.session, result, index, traces);
  const bool is_shown = is_given && run(e, options, result);
  close(e->launch.session_fd);
  if (!is_shown) {
    forget(e);
    return NULL;
  }
  e->finding = e->launch.session->explained.finding;
  e->result = (struct result){.options = options,
                              .program = result->program,
                              .launch = &e->launch,
                              .session = e->launch.session,
                              .symbols = symbols_open(e->launch.maps, e->launch.maps_size)};
  names_init(&e->names, e->launch.session, e->result.symbols, result->program->path);
  return e;
}

/// NULL: a simpler schedule is looked for. `seconds`: what is left of --timeout.
static const char *why_not(const struct result *result, double seconds, double passed,
                           uint64_t left) {
  const struct options *options = result->options;
  if (result->ended.interrupted || interrupts())
    return "the command was interrupted";
  if (!result->ended.done)
    return "the program's end was not seen";
  if (result->ended.timed_out || (options->given.timeout && seconds <= 0))
    return "the time of --timeout was over";
  if (!options->given.minimise && (!left || passed >= most_seconds))
    return "the other findings have used the time for simpler ones; --minimise=10000 takes it";
  return has_descriptors() ? NULL : "there are too few file descriptors (ulimit -n)";
}

void explain_findings(struct result *result, struct names *names) {
  const struct options *options = result->options;
  const struct mc_session *session = result->session;
  const uint64_t begin = wall_time();
  uint64_t left = options->given.minimise ? UINT64_MAX : MOST_TRACES;
  result->explanation = allocate(session->finding_count * sizeof *result->explanation);
  result->unexplained = allocate(session->finding_count * sizeof *result->unexplained);
  for (uint32_t i = 0; i < session->finding_count; i++) {
    if (!options->minimise || options->trace || !can_be_explained(result, &session->finding[i]))
      continue;
    const double passed = (double)(wall_time() - begin) / 1e9;
    const double seconds = options->timeout - result->ended.seconds - passed;
    result->unexplained[i] = why_not(result, seconds, passed, left);
    if (result->unexplained[i])
      continue;
    struct explanation *e =
        explain(result, names, i, options->minimise < left ? options->minimise : left, seconds);
    result->explanation[i] = e;
    if (e)
      left -= e->launch.session->explained.runs;
    else
      result->unexplained[i] = "it did not come again when the program ran once more";
  }
}
