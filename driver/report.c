// driver/report.c - see report.h.
#include "report.h"
#include "diagnose.h"
#include "options.h"
#include "output_file.h"
#include "terminal.h"
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *colour_of(enum verdict verdict) {
  static const char *const colours[] = {"\033[1;32m", "\033[1;31m", "\033[1;33m", "\033[1;33m"};
  return colours[verdict];
}

//===- Findings -------------------------------------------------------------------------------===//

/// "in 2 traces".
static char *describe_traces(const struct finding_view *finding) {
  if (finding->is_before)
    return format_text("in a trace before the search began anew");
  if (!finding->traces && finding->race)
    return format_text("in a trace before such accesses were transitions");
  return format_text("in %" PRIu64 " trace%s", finding->traces, plural(finding->traces));
}

static void print_finding(FILE *out, const struct result_view *view,
                          const struct finding_view *finding, bool whole) {
  if (view->findings > 1)
    fprintf(out, "\nFinding %u: %s (%s)\n", finding->number, finding->title,
            describe_traces(finding));
  report_finding(out, view, finding, whole);
}

/// prog.deadlock-0001.trace -> prog.deadlock-0001.txt
static char *long_report_path(const char *trace_file) {
  return format_text("%.*s.txt", (int)(strlen(trace_file) - strlen(".trace")), trace_file);
}

static bool write_long(FILE *out, const struct result_view *view,
                       const struct finding_view *finding) {
  fprintf(out, "mcmini: %s\n", finding->title);
  report_finding(out, view, finding, true);
  const bool good = !ferror(out);
  return !fclose(out) && good;
}

void report_write_long(struct result_view *view) {
  for (unsigned i = 0; i < view->findings; i++) {
    struct finding_view *finding = &view->finding[i];
    if (view->options->verbose || view->is_replay || !*finding->trace_file ||
        !report_is_long(view, finding))
      continue;
    const char *path = long_report_path(finding->trace_file);
    FILE *out = output_file(path);
    if (out && write_long(out, view, finding)) {
      finding->report_file = path;
      continue;
    }
    warn("%s: %s", path, output_file_error());
    if (out)
      unlink(path);
  }
}

static void print_where_all_is(const struct result_view *view, const struct finding_view *finding) {
  if (view->is_replay)
    puts("\nThe whole schedule is shown with --schedule=full");
  else if (*finding->report_file)
    printf("\nThe full report is in %s\n", finding->report_file);
}

static void print_findings(const struct result_view *view) {
  const bool whole = view->options->verbose;
  for (unsigned i = 0; i < view->findings; i++) {
    const struct finding_view *finding = &view->finding[i];
    print_finding(stdout, view, finding, whole);
    if (!whole && report_is_long(view, finding))
      print_where_all_is(view, finding);
  }
}

/// Of each kind among the findings.
static void print_explanations(const struct result_view *view) {
  for (unsigned i = 0; i < view->findings; i++) {
    unsigned before = 0;
    while (before < i && strcmp(view->finding[before].kind, view->finding[i].kind))
      before++;
    if (before == i)
      printf("%s mcmini explain %s",
             i ? "," : "\nWhat that means, and how people mend it:", view->finding[i].kind);
  }
  fputs(view->findings ? "\n" : "", stdout);
}

//===- The rest -------------------------------------------------------------------------------===//

static void print_sentences(const char *text) { report_sentences(stdout, text, 0, 0); }

static void print_replayed_output(const struct result_view *view) {
  if (!view->is_replay || view->findings || !view->output.size ||
      view->options->output == OUTPUT_NONE)
    return;
  puts("\nOutput:");
  report_output(stdout, view->output, true);
}

static void print_divergence_help(const struct result_view *view) {
  if (view->verdict != VERDICT_NONDETERMINISTIC)
    return;
  putchar('\n');
  if (view->is_replay)
    print_sentences("The schedule cannot be repeated: the program, its arguments or its input are "
                    "others than when the trace was written.");
  else
    print_sentences("The program did not do the same after the same schedule. Likely causes: time, "
                    "random numbers, or input that McMini does not control; addresses used as "
                    "values; a file that an earlier trace has changed.");
}

static void print_counts(const struct result_view *view) {
  const struct view_counts *c = &view->counts;
  printf("%" PRIu64 " traces: %" PRIu64 " completed, %" PRIu64 " deadlocked, %" PRIu64
         " failed, %" PRIu64 " bounded, %" PRIu64 " dropped, %" PRIu64 " sleep-set blocked\n",
         c->traces, c->completed, c->deadlocked, c->failed, c->bounded, c->dropped,
         c->sleep_set_blocked);
  if (!view->unknown)
    return;
  char *text = format_text("At %" PRIu32 " states all steps were explored, as it was not known "
                           "which of them matter: some traces are redundant.",
                           view->unknown);
  print_sentences(text);
  free(text);
}

static void print_unused_rules(const struct result_view *view) {
  bool is_first = true;
  for (unsigned i = 0; i < view->rules; i++) {
    if (view->rule[i].matched)
      continue;
    printf("%s  %s: %s\n", is_first ? "Rules that match nothing:\n" : "", view->rule[i].origin,
           view->rule[i].text);
    is_first = false;
  }
}

bool report_print(const struct result_view *view) {
  bool colour = terminal_has_colour(view->options);
  printf("%smcmini: %s%s\n", colour ? colour_of(view->verdict) : "", view->headline,
         colour ? "\033[0m" : "");
  print_findings(view);
  print_explanations(view);
  print_replayed_output(view);
  print_divergence_help(view);
  putchar('\n');
  report_observed(stdout, view);
  putchar('\n');
  print_counts(view);
  print_sentences(view->coverage);
  print_sentences(view->advice);
  print_unused_rules(view);
  if (!fflush(stdout) && !ferror(stdout))
    return true;
  if (errno != EPIPE) // who reads has seen enough
    say_error("the report cannot be written: %s", strerror(errno));
  return false;
}
