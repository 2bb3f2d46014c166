// driver/trace_keep.h - trace files under names of their own: none is written over that of another
// program, or of a run that has not ended.
#ifndef MC_DRIVER_TRACE_KEEP_H
#define MC_DRIVER_TRACE_KEEP_H

#include <stdbool.h>
#include <stddef.h>

struct trace_text {
  char *bytes;
  size_t size;
};

/// Writes `text` to STEM-0001.trace, or to the next number that is free: that has no file, or one
/// of the same finding and program, or of the program before it was built again. What is there
/// already as it is to be stays. Returns the path [own: free]; NULL: it has said why, and nothing
/// is left.
char *trace_keep(const char *stem, const struct trace_text *text);

/// The same with STEM.trace, then STEM-2.trace; what the program's other file shows does not
/// matter.
char *trace_keep_saved(const char *stem, const struct trace_text *text);

#endif // MC_DRIVER_TRACE_KEEP_H
