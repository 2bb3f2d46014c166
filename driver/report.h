// driver/report.h - the result for people, on stdout.
#ifndef MC_DRIVER_REPORT_H
#define MC_DRIVER_REPORT_H

#include "view.h"
#include <stdio.h>

/// Writes the whole report of each finding that is cut otherwise into a file beside its trace file.
/// Each says then where that is.
void report_write_long(struct result_view *view);

/// Everything: headline, findings, what was observed, what was covered. False: it could not be
/// written, and has said why.
bool report_print(const struct result_view *view);

/// A finding: schedule, state at the end, output, how to see it again (report_finding.c). Unless
/// `whole`, only the first has its schedule, and what is long is cut.
void report_finding(FILE *out, const struct result_view *view, const struct finding_view *finding,
                    bool whole);

/// The two accesses of a data race, and what it can do; of other findings nothing.
void report_race(FILE *out, const struct result_view *view, const struct finding_view *finding);

/// Before and behind its schedule: how simple that is, and which step decides; and its steps beside
/// those of one that succeeds (report_explained.c).
void report_explained(FILE *out, const struct finding_view *finding);
void report_critical(FILE *out, const struct finding_view *finding);
void report_contrast(FILE *out, const struct finding_view *finding);

/// With --explain: what each step does; and, at the end, the words that are used (report_steps.c).
void report_steps(FILE *out, const struct result_view *view, const struct finding_view *finding,
                  bool whole);
void report_terms(FILE *out, const struct finding_view *finding);

/// True where report_finding leaves something out unless `whole`.
bool report_is_long(const struct result_view *view, const struct finding_view *finding);

/// What was seen of the program (report_observed.c).
void report_observed(FILE *out, const struct result_view *view);

/// The place on a line of its own, if it is known.
void report_position(FILE *out, const struct place *place);

/// Sentences, one a line, the first behind `column`: on a terminal each is cut into lines there,
/// the others of them behind `indent` blanks; elsewhere it stays whole, so that one finds it. What
/// begins with a blank is none, but a command, say.
void report_sentences(FILE *out, const char *text, unsigned column, unsigned indent);

/// These bytes, each line behind a bar; unless `whole` the first and last of it, OUTPUT_SHORT
/// lines.
void report_output(FILE *out, struct view_output output, bool whole);

enum { OUTPUT_SHORT = 12 };

#endif // MC_DRIVER_REPORT_H
