// driver/progress.h - the line on stderr that says how far the search is.
#ifndef MC_DRIVER_PROGRESS_H
#define MC_DRIVER_PROGRESS_H

#include "view.h"

/// Shows the line if it is time for one. `searches`: the program has two threads.
void progress_show(const struct view_counts *counts, bool searches, double seconds);

/// Takes the line away, so that something else can be printed.
void progress_clear(void);

#endif // MC_DRIVER_PROGRESS_H
