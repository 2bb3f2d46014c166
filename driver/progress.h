// driver/progress.h - the line on stderr that says how far the search is.
#ifndef MC_DRIVER_PROGRESS_H
#define MC_DRIVER_PROGRESS_H

#include "view.h"

enum progress_stage {
  PROGRESS_ALONE, ///< the program has one thread yet
  PROGRESS_SEARCHES,
  PROGRESS_EXPLAINS, ///< traces look for the simplest schedule of a finding
};

/// A search begins. The options say where it ends at the latest.
void progress_begin(const struct options *options);

/// Shows the line if it is time for one, so many seconds after the beginning.
void progress_show(const struct view_counts *counts, enum progress_stage stage, double seconds);

/// Takes the line away, so that something else can be printed.
void progress_clear(void);

#endif // MC_DRIVER_PROGRESS_H
