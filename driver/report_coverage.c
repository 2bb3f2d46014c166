// driver/report_coverage.c - how many traces, and what they prove.
#include "diagnose.h"
#include "report.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

void report_counts(FILE *out, const struct result *result) {
  const uint64_t *t = result->session->counts.traces;
  const uint32_t unknown = result->session->counts.unknown;
  fprintf(out,
          "%" PRIu64 " traces: %" PRIu64 " completed, %" PRIu64 " deadlocked, %" PRIu64
          " failed, %" PRIu64 " bounded, %" PRIu64 " dropped, %" PRIu64 " sleep-set blocked\n",
          result_traces(result), t[COMPLETED], t[DEADLOCKED], t[FAILED], t[BOUNDED], t[DROPPED],
          t[SLEEP_SET_BLOCKED]);
  if (unknown)
    fprintf(out,
            "At %" PRIu32 " states all steps were explored, as it was not known which of them "
            "matter: some traces are redundant.\n",
            unknown);
}

/// What the explored schedules are the schedules of.
static const char *scope(const struct result *result) {
  return result->program->instrumented ? "the program" : "the program's thread primitives";
}

/// " with at most 2 preemptions" [own: free].
static char *describe_bound(const struct options *o) {
  if (!o->given.preemptions)
    return strdup("");
  return format_text(" with at most %" PRIu32 " preemption%s", o->preemptions,
                     o->preemptions == 1 ? "" : "s");
}

/// The search came to its own end, but not by way of every schedule.
static bool cover_part(FILE *out, const struct result *result, const char *bound) {
  const struct options *o = result->options;
  const struct mc_session *session = result->session;
  if (depth_was_reached(result)) {
    fprintf(out,
            "Not every schedule was explored: %" PRIu64 " traces were cut by --max-depth=%" PRIu32
            ".\n",
            session->counts.traces[BOUNDED], o->max_depth);
    return true;
  }
  if (session->counts.traces[BOUNDED]) {
    fprintf(out,
            "Every schedule of %s%s was explored in which no thread takes more than %" PRIu32
            " transitions.\n",
            scope(result), bound, o->max_depth_per_thread);
    return true;
  }
  if (session->fair) {
    fprintf(out,
            "Fair schedules%s only: threads that poll (%s) were explored as far as they give the "
            "others a chance.\n",
            bound, "trylock, timed waits, yield in a loop");
    return true;
  }
  return false;
}

static void cover_all(FILE *out, const struct result *result, const char *bound) {
  const struct mc_session *session = result->session;
  fprintf(out, "Every schedule of %s%s was explored%s%s%s.\n", scope(result), bound,
          session->observed.fixed_result ? ", with the serial thread of each barrier fixed" : "",
          session->place_count ? ", where busy waits are taken as waiting" : "",
          result->program->instrumented ? "" : "; its memory accesses are not seen");
}

static void cover(FILE *out, const struct result *result) {
  char *bound = describe_bound(result->options);
  if (!cover_part(out, result, bound))
    cover_all(out, result, bound);
  free(bound);
}

void report_coverage(FILE *out, const struct result *result) {
  uint64_t traces = result_traces(result);
  if (result->options->trace) {
    fputs("One schedule was run.\n", out);
    return;
  }
  switch ((enum mc_end)result->session->end) {
  case MC_END_COMPLETE:
    cover(out, result);
    return;
  case MC_END_FINDING:
    if (!result->session->counts.transitions)
      fputs("The program failed before a second thread was there: no schedule was explored.\n",
            out);
    else
      fputs("The search ended at the first finding; --keep-going explores the rest.\n", out);
    return;
  case MC_END_MAX_TRACES:
    fprintf(out, "The first %" PRIu64 " traces were explored; a higher --max-traces goes on.\n",
            traces);
    return;
  case MC_END_NONDETERMINISTIC:
    fputs("Nothing is claimed of the other schedules.\n", out);
    return;
  default:
    if (traces == 0)
      fputs("No trace came to its end: nothing is known.\n", out);
    else
      fprintf(out, "The first %" PRIu64 " traces were explored; the others are not known.\n",
              traces);
  }
}
