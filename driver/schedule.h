// driver/schedule.h - the schedule of a finding as a table.
#ifndef MC_DRIVER_SCHEDULE_H
#define MC_DRIVER_SCHEDULE_H

#include "view.h"
#include <stdio.h>

enum { SCHEDULE_SHORT = 30 }; ///< steps that are shown without a gap

/// "bank.c:12  lock(&a)", cut at `width`.
void place_print(FILE *out, const struct place *place, unsigned width);

/// What begins the colour of the thread of that name, and what ends each; "" for one that has no
/// step.
const char *schedule_colour(const struct finding_view *finding, const char *thread_name);
#define COLOUR_END "\033[0m"

/// Prints one line a step. As far as the terminal is wide enough each thread has a column; then
/// those that do next to nothing share one; then all do. Unless `whole`, a long schedule has a gap
/// in the middle.
/// With colours each thread has one.
void schedule_print(FILE *out, const struct finding_view *finding, bool whole, bool has_colour);

#endif // MC_DRIVER_SCHEDULE_H
