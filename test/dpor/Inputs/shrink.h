// test/dpor/Inputs/shrink.h - the smallest program of which something is still true.
#ifndef SHRINK_H
#define SHRINK_H

#include "abstract.h"

/// Leaves out threads, operations, branches and objects, one at a time, as long as `wrong` still
/// says something of the program.
struct program shrink(const struct program *program,
                      const char *(*wrong)(const struct program *program));

#endif // SHRINK_H
