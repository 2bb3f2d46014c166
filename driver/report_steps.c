// driver/report_steps.c - what each step of a schedule does, and what the words mean (--explain).
#include "diagnose.h"
#include "glossary.h"
#include "options.h"
#include "report.h"
#include "schedule.h"
#include "terminal.h"
#include "text.h"
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 6, FIRST_STEPS = 10 }; // of a long schedule; the others that are shown are its last

static void print_wrapped(FILE *out, char *text, unsigned column) {
  text_wrap(out, text, column, INDENT, terminal_width(out));
  free(text);
}

static void print_step(FILE *out, const struct finding_view *finding, uint32_t index) {
  const struct view_step *step = &finding->step[index];
  const bool decides = index + 1 == finding->explained.critical;
  fprintf(out, "%4" PRIu32 "%s", index + 1, decides ? "> " : "  ");
  print_wrapped(out, format_text("thread %s %s", step->thread_name, step->does), INDENT);
}

static bool is_folded(const struct view_step *step) { return step->is_apart || step->is_library; }

static void print_left_out(FILE *out, uint32_t steps) {
  if (steps)
    fprintf(out, " ...  %" PRIu32 " step%s left out here\n", steps, steps == 1 ? " is" : "s are");
}

/// Unless `whole`, without the steps that the schedule folds, and with its gap.
static void print_steps(FILE *out, const struct finding_view *finding, bool unfolds, bool whole) {
  uint32_t shown = 0, left_out = 0, number = 0;
  for (uint32_t i = 0; i < finding->steps; i++)
    shown += unfolds || !is_folded(&finding->step[i]);
  for (uint32_t i = 0; i < finding->steps; i++) {
    const bool is_shown = unfolds || !is_folded(&finding->step[i]);
    number += is_shown;
    const bool is_in_gap = !whole && shown > SCHEDULE_SHORT && number > FIRST_STEPS &&
                           number + SCHEDULE_SHORT <= shown + FIRST_STEPS;
    if (!is_shown || is_in_gap) {
      left_out++;
      continue;
    }
    print_left_out(out, left_out);
    left_out = 0;
    print_step(out, finding, i);
  }
  print_left_out(out, left_out);
}

void report_steps(FILE *out, const struct result_view *view, const struct finding_view *finding,
                  bool whole) {
  if (!finding->steps)
    return;
  if (!*finding->step->does) {
    fputs("\nWhat the steps do is not known: the result was made without --explain.\n", out);
    return;
  }
  fputs("\nWhat each step does:\n", out);
  print_steps(out, finding, whole || view->options->schedule == SCHEDULE_IS_FULL, whole);
}

void report_terms(FILE *out, const struct finding_view *finding) {
  if (finding->terms.count)
    fputs("\nThe words:\n", out);
  for (unsigned i = 0; i < finding->terms.count; i++) {
    const char *term = finding->terms.text[i];
    char *meaning = glossary_meaning(term);
    fputs("  ", out);
    print_wrapped(out, format_text("%s: %s", term, meaning), 2);
    free(meaning);
  }
}
