// driver/report_explained.c - what makes a schedule fail, for people: how simple it is, which step
// decides, and beside it one that succeeds.
#include "diagnose.h"
#include "options.h"
#include "report.h"
#include "terminal.h"
#include "text.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/// "14 steps, 1 preemption"
static char *describe_size(uint32_t steps, uint32_t preemptions) {
  return format_text("%" PRIu32 " step%s, %" PRIu32 " preemption%s", steps, plural(steps),
                     preemptions, plural(preemptions));
}

static void print_gain(FILE *out, const struct finding_view *finding) {
  const struct view_explained *e = &finding->explained;
  char *size = describe_size(finding->steps, e->preemptions);
  char *found = describe_size(e->found_steps, e->found_preemptions);
  const char *traces = e->runs == 1 ? "trace was" : "traces were";
  fprintf(out, "\nThe simplest schedule: %s; ", size);
  if (e->is_least)
    fputs("none has fewer preemptions.\n", out);
  else if (e->is_late)
    fprintf(out, "there may be a simpler one: the time was over after %" PRIu64 " trace%s.\n",
            e->runs, plural(e->runs));
  else
    fprintf(out, "there may be a simpler one: %" PRIu64 " %s tried (--minimise).\n", e->runs, traces);
  if (strcmp(size, found))
    fprintf(out, "It was found with %s.\n", found);
  free(size);
  free(found);
}

/// "\"lock log\" (bank.c:22)"
static char *describe_step(const struct view_step *step) {
  char *position = place_in_brackets(step->place);
  char *text = format_text("\"%s\"%s", step->text, position);
  free(position);
  return text;
}

static void print_sentences(FILE *out, const char *why) {
  text_wrap(out, why, 0, 0, terminal_width(out));
}

/// The one that succeeds has the step before what the critical step's thread does.
static void print_alternative(FILE *out, const struct finding_view *finding) {
  const struct view_explained *e = &finding->explained;
  if (!e->alternative)
    return;
  const struct view_step *step = &e->step[e->alternative - 1];
  const bool is_there = e->common + 1 == e->critical;
  const bool is_outcome = is_there && e->alternative == e->critical &&
                          step->thread == finding->step[e->critical - 1].thread;
  char *text = describe_step(step), *where = format_text("At step %" PRIu32, e->common + 1);
  char *sentence =
      is_outcome
          ? format_text(
                "What happens there is not up to the program: with %s all could have ended well.", text)
      : e->alternative == e->common + 1
          ? format_text("%s thread %s could have run %s, and all could have ended well.",
                        is_there ? "There" : where, step->thread_name, text)
          : format_text("Had thread %s run %s first, all could have ended well.", step->thread_name,
                        text);
  print_sentences(out, sentence);
  free(sentence);
  free(where);
  free(text);
}

/// ", with this finding, the data race at a.c:12 and a.c:20 or the crash at a.c:8"
static char *describe_others(const struct view_texts *others) {
  char *text = format_text("%s", others->count ? ", with this finding" : "");
  for (unsigned i = 0; i < others->count; i++) {
    char *longer =
        format_text("%s%s%s", text, i + 1 < others->count ? ", " : " or ", others->text[i]);
    free(text);
    text = longer;
  }
  return text;
}

void report_explained(FILE *out, const struct finding_view *finding) {
  if (*finding->why) {
    fputc('\n', out);
    print_sentences(out, finding->why);
  }
  if (finding->explained.is_there) {
    print_gain(out, finding);
  } else if (*finding->unexplained) {
    char *text = format_text("The schedule is as it was found: %s.", finding->unexplained);
    fputc('\n', out);
    print_sentences(out, text);
    free(text);
  }
}

void report_critical(FILE *out, const struct finding_view *finding) {
  const struct view_explained *e = &finding->explained;
  if (e->critical_is == VIEW_CRITICAL_UNKNOWN)
    return;
  char *others = describe_others(&e->others), *sentence;
  if (e->critical_is == VIEW_CRITICAL_NONE)
    sentence = format_text("Every schedule of the program fails%s.", others);
  else
    sentence = format_text(
        "Step %" PRIu32 " (>) decides%s: from here on every schedule fails%s.", e->critical,
        e->critical_is == VIEW_CRITICAL_LATEST ? ", or one before it" : "", others);
  fputc('\n', out);
  print_sentences(out, sentence);
  if (*e->reason)
    print_sentences(out, e->reason);
  print_alternative(out, finding);
  free(sentence);
  free(others);
}

//===- Beside one that succeeds ---------------------------------------------------------------===//

static char *in_cell(const struct view_step *step) {
  return format_text("%s  %s", step->thread_name, step->in_column);
}

void report_contrast(FILE *out, const struct finding_view *finding) {
  const struct view_explained *e = &finding->explained;
  const unsigned cell = (terminal_width(out) - 8) / 2;
  if (!e->steps)
    return;
  const uint32_t most = finding->steps > e->steps ? finding->steps : e->steps;
  fprintf(out, "\nstep  %-*s  %s\n", (int)cell, "this schedule", "the nearest one that succeeds");
  if (e->common)
    fprintf(out, "%4s  %" PRIu32 " step%s the same\n", "...", e->common, plural(e->common));
  for (uint32_t i = e->common; i < most; i++) {
    char *left = i < finding->steps ? in_cell(&finding->step[i]) : format_text("%s", "");
    char *right = i < e->steps ? in_cell(&e->step[i]) : format_text("%s", "");
    fprintf(out, "%4" PRIu32 "%s ", i + 1, i + 1 == e->critical ? ">" : " ");
    text_print(out, left, cell, true);
    fputs("  ", out);
    text_print(out, right, cell, false);
    fputc('\n', out);
    free(left);
    free(right);
  }
}
