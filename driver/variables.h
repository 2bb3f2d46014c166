// driver/variables.h - the variables of the environment that are McMini's.
#ifndef MC_DRIVER_VARIABLES_H
#define MC_DRIVER_VARIABLES_H

#include <stdbool.h>

/// MCMINI_LINT=sampled: primitives are checked at some states, without --lint.
bool variables_sample_lint(void);

/// Warns of those that begin with MCMINI_ and mean nothing.
void variables_check(char **environment);

#endif // MC_DRIVER_VARIABLES_H
