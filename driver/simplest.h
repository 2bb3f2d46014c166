// driver/simplest.h - each finding's schedule, made as simple as it can be, and the step that
// decides: the program runs again, as for a replay, and its runtime looks for them
// (dpor/explain/explain.h).
#ifndef MC_DRIVER_SIMPLEST_H
#define MC_DRIVER_SIMPLEST_H

#include "names.h"
#include "result.h"

/// A run of the program that explains a finding.
struct explanation {
  struct launch launch;
  struct result result; ///< of that run
  struct names names;
  uint32_t finding; ///< index, in its session
};

/// Fills in result->explanation, NULL where a finding is shown as it was found.
void explain_findings(struct result *result, struct names *names);

#endif // MC_DRIVER_SIMPLEST_H
