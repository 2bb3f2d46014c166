// driver/watch.h - waits for the search, and sees to it that it ends.
#ifndef MC_DRIVER_WATCH_H
#define MC_DRIVER_WATCH_H

#include "launch.h"

/// Why the wait ended, where it was not the search that ended itself.
struct watch_end {
  bool done;        ///< phase is DONE, the trunk waits to be killed
  bool timed_out;   ///< --timeout has passed
  bool interrupted; ///< Ctrl-C
  const char *unkept; ///< why the journal could not be written, or is of another search; or NULL
  bool killed;      ///< we had to kill the trunk
  bool endless;     ///< ... because it used up --trace-timeout before a second thread was there
  bool overwritten; ///< its phase went back: it was not the runtime that wrote it
  bool stuck;       ///< the runtime made no step any more, and did not say why
  int status;       ///< of the trunk, as waitpid gives it, unless done
  double seconds;   ///< of the search
};

/// Returns when the search has ended, in one way or the other.
struct watch_end watch_search(struct launch *launch, const struct options *options);

#endif // MC_DRIVER_WATCH_H
