// driver/view_coverage.c - what the traces prove.
#include "diagnose.h"
#include "runtime/session_work.h"
#include "unseen.h"
#include "view_internal.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The search did not come to its end: how far is it?
static void print_estimate(FILE *out, const struct view_estimate *e) {
  if (!e->probes)
    return;
  if (e->at_least)
    fprintf(out, "There are at least some %.3g", e->low);
  else
    fprintf(out, "There are some %.3g (%.3g to %.3g)", e->traces, e->low, e->high);
  fprintf(out, " traces, by an estimate from %" PRIu64 " random probes.\n", e->probes);
}

static void print_classes(FILE *out, const struct view_random *random) {
  fprintf(out, "%s%s%" PRIu64 " distinct class%s", random->classes_are_least ? "at least " : "",
          random->classes_are_estimated ? "about " : "", random->classes,
          random->classes == 1 ? "" : "es");
}

/// A probe is no trace of the search, and no random schedule between the traces is.
static void cover_probes(FILE *out, const struct result_view *view) {
  unsigned met = 0, between = 0, before = 0;
  for (unsigned i = 0; i < view->findings; i++) {
    const struct finding_view *finding = &view->finding[i];
    before += finding->is_before;
    met += finding->traces == 0 && finding->random_traces == 0 && !finding->is_before;
    between += finding->traces == 0 && finding->random_traces > 0;
  }
  if (met)
    fprintf(out, "%s met by a random probe of the estimate, which is not among these traces.\n",
            view->findings == 1 ? "The finding was" : "Some findings were");
  if (before)
    fprintf(out, "%s met before the search began anew, and not again until it was cut off.\n",
            view->findings == 1 ? "The finding was" : "Some findings were");
  if (between)
    fprintf(out, "%s met by a random schedule, which is not among these traces.\n",
            view->findings == 1 ? "The finding was" : "Some findings were");
}

/// Of a long search where no algorithm is given.
static void cover_between(FILE *out, const struct result_view *view) {
  const uint64_t between = view->counts.between;
  if (!between)
    return;
  fprintf(out,
          "Between the traces after the first %d, not among them: %" PRIu64
          " random schedule%s (pos, seed %" PRIu64 "), ",
          MC_TRACES_ALONE, between, plural(between), view->options->seed);
  print_classes(out, &view->random);
  fputs(".\n", out);
}

/// Testing strategies.
static void cover_random(FILE *out, const struct result_view *view) {
  const uint64_t traces = view->counts.traces;
  fprintf(out, "%" PRIu64 " random schedule%s (%s, seed %" PRIu64 "): ", traces,
          plural(traces), view->algorithm, view->options->seed);
  print_classes(out, &view->random);
  fputs("; nothing is claimed of the other schedules.\n", out);
}

/// The first part of auto.
static void cover_samples(FILE *out, const struct result *result, const struct result_view *view) {
  const uint64_t sampled = view->counts.sampled;
  fprintf(out, "Before, %" PRIu64 " random schedule%s (pos and pct, seed %" PRIu64 "): ", sampled,
          plural(sampled), view->options->seed);
  print_classes(out, &view->random);
  unsigned findings = 0;
  for (uint32_t i = 0; i < result->session->finding_count; i++)
    findings += result->session->finding[i].samples > 0;
  if (findings)
    fprintf(out, "; %u of the findings %s among them", findings, findings == 1 ? "is" : "are");
  fputs(".\n", out);
}

/// What the explored schedules are the schedules of.
static const char *scope(const struct result *result) {
  return result->program->instrumented ? "the program" : "the program's thread primitives";
}

/// " with at most 2 preemptions" [own: free].
static char *describe_bound(const struct options *o) {
  if (!options_are_bounded(o))
    return strdup("");
  const uint32_t most = o->given.delays ? o->delays : o->preemptions;
  return format_text(" with at most %" PRIu32 " %s%s", most,
                     o->given.delays ? "delay" : "preemption", plural(most));
}

/// Of what the others could have done between the last step of a thread that fails and its failure.
static const char *end_at_failures(const struct result *result) {
  return result->session->counts.traces[MC_FAILED]
             ? " A schedule ends where a thread fails, whatever the others could still do."
             : "";
}

/// Of code whose accesses to memory are not seen [own: free].
static char *describe_unseen(const struct result *result) {
  const struct view_texts seen = view_machine_code(result);
  if (!result->program->instrumented && !seen.count)
    return strdup("; its memory accesses are not seen");
  if (!result->program->instrumented)
    return format_text("; of its memory accesses those of %s%s are seen", seen.text[0],
                       seen.count > 1 ? format_text(" and %u more", seen.count - 1) : "");
  char *code = unseen_code(result->program, result->symbols, result->session);
  char *text = format_text(
      "%s%s%s", code ? "; what code without instrumentation does to memory is not seen (" : "",
      code ? code : "", code ? ")" : "");
  free(code);
  return text;
}

/// "thread 0.2: load flag: 0 (a.c:5)"
static char *describe_step(struct names *names, const struct mc_step_record *step) {
  char *position = place_in_brackets(names_step_place(names, step));
  char *text = format_text("%s%s", names_step(names, step, false), position);
  free(position);
  return text;
}

/// Where a trace went round that was cut: a loop that waits, if it is one, has a value and those
/// who could change it.
static void cover_cut(FILE *out, const struct result *result, struct names *names) {
  const struct mc_cut_trace *cut = &result->session->cut;
  if (cut->times < 2)
    return;
  char *last = describe_step(names, &cut->last);
  fprintf(out, "In the first of them thread %s came %" PRIu64 " times to: %s.",
          names_thread_long(names, cut->last.thread), cut->times, last);
  free(last);
  if (cut->change.operation) {
    char *change = describe_step(names, &cut->change);
    fprintf(out, " Thread %s could go on with: %s.", names_thread_long(names, cut->change.thread),
            change);
    free(change);
  }
  fputs(" A higher --max-depth goes on.\n", out);
}

/// The search came to its own end, with a bound of the user's. False: it has none that was reached.
static bool cover_part(FILE *out, const struct result *result, struct names *names,
                       const char *bound, const char *unseen) {
  const struct options *o = result->options;
  const struct mc_session *session = result->session;
  if (depth_was_reached(result)) {
    fprintf(out,
            "Not every schedule was explored: %" PRIu64 " traces were cut by --max-depth=%" PRIu32
            ".\n",
            session->counts.traces[MC_BOUNDED], o->max_depth);
    cover_cut(out, result, names);
    return true;
  }
  if (session->counts.limited && o->max_depth_per_thread) {
    fprintf(out,
            "Every schedule of %s%s was explored in which no thread takes more than %" PRIu32
            " transitions%s.%s\n",
            scope(result), bound, o->max_depth_per_thread, unseen, end_at_failures(result));
    return true;
  }
  return false;
}

/// What has one order, as the user wants it [own: free].
static char *describe_parts(const struct result *result) {
  const struct mc_session *session = result->session;
  return format_text(
      "%s%s%s%s",
      session->begun == MC_SEARCH_BEGUN
          ? ", from its begin on: what comes before (--from, mc_begin) has one order"
          : "",
      session->ended ? "; what comes after its end (--until, mc_end) has one order" : "",
      result->options->given.only ? "; operations that --only does not name have one order" : "",
      session->config.signals && session->interrupts
          ? "; handlers ran only while their threads waited (--signals=off)"
          : "");
}

static void cover_all(FILE *out, const struct result *result, const char *bound,
                      const char *unseen) {
  const struct mc_session *session = result->session;
  char *parts = describe_parts(result);
  fprintf(out, "Every schedule of %s%s was explored%s%s%s.%s\n", scope(result), bound, parts,
          session->observed.ignored[1]
              ? "; atomics that were not looked at are not ordered, and may hide a data race"
              : "",
          unseen, end_at_failures(result));
  free(parts);
}

static void cover(FILE *out, const struct result *result, struct names *names) {
  char *bound = describe_bound(result->options), *unseen = describe_unseen(result);
  if (!cover_part(out, result, names, bound, unseen))
    cover_all(out, result, bound, unseen);
  free(unseen);
  free(bound);
}

/// Of what was approximated, not seen, or not reached.
static void print_missing(FILE *out, const struct result *result, bool with_users) {
  for (unsigned i = 0; i < result->reasons.count; i++) {
    const struct reason *reason = &result->reasons.reason[i];
    if (!reason->is_users || with_users)
      fprintf(out, "Not every schedule of %s was explored: %s.%s%s%s\n", scope(result),
              reason->missing, *reason->remedy ? " " : "", reason->remedy,
              *reason->remedy ? "." : "");
  }
}

/// The search was cut off.
static void cover_some(FILE *out, const struct result_view *view) {
  if (view->counts.traces == 0)
    fputs("No trace came to its end: nothing is known.\n", out);
  else
    fprintf(out, "The first %" PRIu64 " traces were explored; the others are not known.\n",
            view->counts.traces);
  print_estimate(out, &view->counts.estimate);
}

/// Which finding comes first is then a matter of time.
static void cover_first(FILE *out, const struct mc_session *session) {
  fputs("The search ended at the first finding; --keep-going explores the rest.\n", out);
  if (!session->config.divides_itself)
    return;
  const struct mc_work *work = mc_work_of(session);
  if (work->jobs && !*work->why)
    fprintf(out,
            "%u processes have searched: another run may come to another finding first; with -j 1 "
            "each has the same one.\n",
            work->jobs);
}

/// Which ones they are is then a matter of time, too.
static void cover_limited(FILE *out, const struct mc_session *session, uint64_t traces) {
  if (session->config.jobs && mc_work_of(session)->left < 0)
    fprintf(out,
            "%" PRIu64 " traces were explored, of which each run has others, as %u processes have "
            "searched; a higher --max-traces goes on.\n",
            traces, mc_work_of(session)->jobs);
  else
    fprintf(out, "The first %" PRIu64 " traces were explored; a higher --max-traces goes on.\n",
            traces);
}

static void cover_end(FILE *out, const struct result *result, const struct result_view *view,
                      struct names *names) {
  switch ((enum mc_end)result->session->end) {
  case MC_END_COMPLETE:
    if (!reasons_ours(&result->reasons))
      cover(out, result, names);
    return;
  case MC_END_FINDING:
    if (!view->counts.transitions && !view->counts.sampled)
      fputs("The program failed before a second thread was there: no schedule was explored.\n",
            out);
    else
      cover_first(out, result->session);
    return;
  case MC_END_MAX_TRACES:
    cover_limited(out, result->session, view->counts.traces);
    print_estimate(out, &view->counts.estimate);
    return;
  case MC_END_NONDETERMINISTIC:
    fputs("Nothing is claimed of the other schedules.\n", out);
    return;
  default:
    cover_some(out, view);
  }
}

static void print_coverage(FILE *out, const struct result *result, const struct result_view *view,
                           struct names *names) {
  const uint32_t end = result->session->end;
  if (view->is_replay) {
    fputs(view->counts.traces ? "One schedule was run.\n"
                              : "The schedule was not run to its end.\n",
          out);
    return;
  }
  if (options_are_random(result->options) && view->counts.transitions &&
      end != MC_END_NONDETERMINISTIC) {
    cover_random(out, view);
  } else {
    if (view->counts.sampled)
      cover_samples(out, result, view);
    cover_probes(out, view);
    cover_end(out, result, view, names);
    cover_between(out, view);
  }
  print_missing(out, result, end == MC_END_COMPLETE && reasons_ours(&result->reasons));
}

const char *view_coverage(const struct result_view *view, const struct result *result,
                          struct names *names) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    internal_fault("out of memory");
  print_coverage(out, result, view, names);
  fclose(out);
  text[size ? size - 1 : 0] = '\0';
  return text;
}
