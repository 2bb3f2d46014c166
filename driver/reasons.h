// driver/reasons.h - why the result is less than every schedule, by the lines of warnings.def.
#ifndef MC_DRIVER_REASONS_H
#define MC_DRIVER_REASONS_H

#include "runtime/session.h"
#include <stdbool.h>

struct reason {
  enum mc_warning line;
  bool is_users;       ///< asked for by an option
  const char *missing; ///< a clause
  const char *remedy;  ///< a sentence without its full stop, or ""
};

struct reasons {
  unsigned count;
  struct reason reason[MC_WARNINGS];
};

/// Once for each line; a MC_NOTE is none. `what` is the %s of its text.
void reasons_add(struct reasons *reasons, enum mc_warning line, const char *what);

/// The first that is not the user's, or NULL.
const struct reason *reasons_ours(const struct reasons *reasons);

/// Of --json.
const char *reason_name(enum mc_warning line);

/// The text of the warning [own: free]; "" where it has none.
char *reason_text(enum mc_warning line, const char *what);

#endif // MC_DRIVER_REASONS_H
