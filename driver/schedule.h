// driver/schedule.h - the schedule of a finding as a table.
#ifndef MC_DRIVER_SCHEDULE_H
#define MC_DRIVER_SCHEDULE_H

#include "view.h"
#include <stdio.h>

enum {
  REPORT_WIDTH = 100,
  SCHEDULE_SHORT = 30, ///< steps that are shown without a gap
};

/// "bank.c:12  lock(&a)", cut at `width`.
void place_print(FILE *out, const struct place *place, unsigned width);

/// Prints one line a step: with one column a thread, or the thread's name where there are more than
/// four. Unless `whole`, a long schedule has a gap in the middle.
void schedule_print(FILE *out, const struct finding_view *finding, bool whole);

/// What fits of `text`, and blanks up to `width` if `pad`.
void cell_print(FILE *out, const char *text, unsigned width, bool pad);

#endif // MC_DRIVER_SCHEDULE_H
