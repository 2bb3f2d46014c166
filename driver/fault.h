// driver/fault.h - an internal fault of the runtime: what is known of it goes to a file.
#ifndef MC_DRIVER_FAULT_H
#define MC_DRIVER_FAULT_H

#include "result.h"

/// Writes PROGRAM.fault-0001.txt into the folder of the trace files, says how to report it, exits
/// with 70.
_Noreturn void fault_report(const struct result *result, const char *what);

#endif // MC_DRIVER_FAULT_H
