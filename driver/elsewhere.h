// driver/elsewhere.h - what this command and others that search with the same journal tell each
// other at the end.
#ifndef MC_DRIVER_ELSEWHERE_H
#define MC_DRIVER_ELSEWHERE_H

#include "result.h"

/// What this command has found ends the search of the others, which get its trace.
void elsewhere_tell(const struct result *result);

/// The journal has ended this search: another command has found something, which is shown here,
/// too; or the lease is over, and the command begins again. Returns where it is neither.
void elsewhere_go_on(const struct result *result);

#endif // MC_DRIVER_ELSEWHERE_H
