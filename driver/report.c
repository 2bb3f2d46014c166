// driver/report.c - see report.h.
#include "report.h"
#include "diagnose.h"
#include "output_file.h"
#include "rules.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colour(const struct options *options) {
  if (options->color != COLOR_AUTO)
    return options->color == COLOR_ALWAYS;
  const char *none = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(none && *none) && terminal && strcmp(terminal, "dumb");
}

static const char *colour_of(enum verdict verdict) {
  static const char *const colours[] = {"\033[1;32m", "\033[1;31m", "\033[1;33m", "\033[1;33m"};
  return colours[verdict];
}

//===- Headline -------------------------------------------------------------------------------===//

static char *describe_step(struct names *names, const struct mc_step_record *step) {
  if (!step->operation)
    return format_text("nothing: it was not there, or could not run");
  char *text = names_step(names, step, false),
       *position = names_position(names_place(names, step->site));
  return *position ? format_text("%s at %s", text, position) : text;
}

/// In the words of the trace file: what it names may not exist.
static char *describe_wanted(struct names *names) {
  const struct mc_session *session = names->session;
  const struct mc_divergence *d = &session->divergence;
  const struct mc_replay_step *wanted =
      (const struct mc_replay_step *)((const char *)session + session->config.replay) + d->step;
  char *met = describe_step(names, &d->met);
  char *text =
      format_text("nondeterministic: step %u of thread %s was %s%s%s; now it is %s", d->step + 1,
                  session_text(session, wanted->thread), session_text(session, wanted->operation),
                  wanted->object ? " " : "", session_text(session, wanted->object), met);
  free(met);
  return text;
}

static char *describe_divergence(struct names *names) {
  const struct mc_divergence *d = &names->session->divergence;
  if (names->session->config.replaying && d->step < names->session->config.replay_steps)
    return describe_wanted(names);
  uint32_t thread = d->recorded.operation ? d->recorded.thread : d->met.thread;
  return format_text("nondeterministic: step %u of thread %s was %s; now it is %s", d->step + 1,
                     names_thread(names, thread), describe_step(names, &d->recorded),
                     describe_step(names, &d->met));
}

/// By what weighs most.
static char *describe_incomplete(const struct result *result) {
  const struct reason *ours = reasons_ours(&result->reasons);
  return format_text("incomplete: nothing found, but %s",
                     (ours ? ours : &result->reasons.reason[0])->missing);
}

static char *describe_replay(const struct result *result) {
  const bool had_none = strcmp(result->recorded, "none") == 0;
  return format_text("ok: the schedule ended without a finding%s%s%s",
                     had_none ? "" : "; the recorded one (", had_none ? "" : result->recorded,
                     had_none ? "" : ") did not come again");
}

static const char *describe_result(struct view *view) {
  const struct result *result = view->result;
  const struct mc_session *session = result->session;
  switch (result->verdict) {
  case VERDICT_FAILED:
    if (session->finding_count > 1)
      return format_text("%u findings", session->finding_count);
    return view_finding(view, 0)->title;
  case VERDICT_NONDETERMINISTIC:
    return describe_divergence(view->names);
  case VERDICT_INCOMPLETE:
    return describe_incomplete(result);
  default:
    return result->recorded ? describe_replay(result) : "ok: nothing found";
  }
}

//===- Findings -------------------------------------------------------------------------------===//

/// "in 2 traces".
static char *describe_traces(const struct finding_view *finding) {
  if (!finding->traces && finding->race)
    return format_text("in a trace before such accesses were transitions");
  return format_text("in %" PRIu64 " trace%s", finding->traces, finding->traces == 1 ? "" : "s");
}

static void print_finding(FILE *out, struct view *view, const struct finding_view *finding,
                          bool whole) {
  if (view->result->session->finding_count > 1)
    fprintf(out, "\nFinding %u: %s (%s)\n", finding->number, finding->title,
            describe_traces(finding));
  report_finding(out, view, finding, whole);
}

/// deadlock-0001.trace -> deadlock-0001.txt
static char *full_report_path(const char *trace_file) {
  return format_text("%.*s.txt", (int)(strlen(trace_file) - strlen(".trace")), trace_file);
}

static void write_full_report(struct view *view, const struct finding_view *finding) {
  if (view->result->options->trace) {
    puts("\nThe whole schedule is shown with --verbose");
    return;
  }
  if (!*finding->trace_file)
    return;
  char *path = full_report_path(finding->trace_file);
  FILE *out = output_file(path);
  if (out) {
    fprintf(out, "mcmini: %s\n", finding->title);
    report_finding(out, view, finding, true);
  }
  if (out && !fclose(out))
    printf("\nThe full report is in %s\n", path);
  else
    warn("%s: %s", path, output_file_error());
  free(path);
}

static void print_findings(struct view *view) {
  const bool whole = view->result->options->verbose;
  for (uint32_t i = 0; i < view->result->session->finding_count; i++) {
    const struct finding_view *finding = view_finding(view, i);
    print_finding(stdout, view, finding, whole);
    if (!whole && report_is_long(view->result, finding))
      write_full_report(view, finding);
  }
}

static void print_replayed_output(const struct result *result) {
  if (!result->options->trace || result->session->finding_count || result->launch->output_fd < 0 ||
      result->options->output == OUTPUT_NONE)
    return;
  off_t size = lseek(result->launch->output_fd, 0, SEEK_END);
  if (size <= 0)
    return;
  puts("\nOutput:");
  report_output(stdout, result, 0, (uint64_t)size, true);
}

static void print_divergence_help(const struct result *result) {
  if (result->verdict != VERDICT_NONDETERMINISTIC)
    return;
  if (result->options->trace)
    puts("\nThe schedule cannot be repeated: the program, its arguments or its input are others "
         "than when the trace\nwas written.");
  else
    puts("\nThe program did not do the same after the same schedule. Likely causes: time, random "
         "numbers, or input\nthat McMini does not control; addresses used as values; a file that "
         "an earlier trace has changed.");
}

bool report_print(struct view *view) {
  const struct result *result = view->result;
  bool colour = has_colour(result->options);
  printf("%smcmini: %s%s\n", colour ? colour_of(result->verdict) : "", describe_result(view),
         colour ? "\033[0m" : "");
  print_findings(view);
  print_replayed_output(result);
  print_divergence_help(result);
  putchar('\n');
  report_observed(stdout, result, view->names);
  putchar('\n');
  report_counts(stdout, result);
  report_coverage(stdout, result);
  rules_print_unused(stdout, result->session);
  if (!fflush(stdout) && !ferror(stdout))
    return true;
  if (errno != EPIPE) // who reads has seen enough
    say_error("the report cannot be written: %s", strerror(errno));
  return false;
}
