// driver/formats.h - the result for other programs, in each format that is asked for: formats.def.
#ifndef MC_DRIVER_FORMATS_H
#define MC_DRIVER_FORMATS_H

#include "view.h"
#include <stdio.h>

/// Before the search: what cannot be written is a usage error, and so are two formats in one file.
void formats_check(const struct options *options);

/// At least one is asked for.
bool formats_are_given(const struct options *options);

/// One of them is written to stdout (--json=-): nothing else is.
bool formats_take_stdout(const struct options *options);

/// Writes all; where a folder is given, to a file in it that it names. False: one could not be
/// written; it has said why, and left no part of a file.
bool formats_write(const struct options *options, const struct result_view *view);

/// Each into `out`. False: it is out of memory.
#define MC_FORMAT(name, ...) bool name##_write(FILE *out, const struct result_view *view);
#include "formats.def"
#undef MC_FORMAT

#endif // MC_DRIVER_FORMATS_H
