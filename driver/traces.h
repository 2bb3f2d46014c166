// driver/traces.h - the trace files of a result: whose they are, and where they lie.
#ifndef MC_DRIVER_TRACES_H
#define MC_DRIVER_TRACES_H

#include "names.h"
#include "result.h"
#include "trace_file.h"

/// Of each finding; result->trace_file says where, and is NULL where one could not be written:
/// false.
bool traces_write(struct result *result, struct names *names);

/// What a trace file has of the finding.
struct trace trace_of_finding(const struct result *result, struct names *names, uint32_t index);

/// Of --save-trace. False: it could not be written.
bool traces_write_saved(const struct result *result, struct names *names);

#endif // MC_DRIVER_TRACES_H
