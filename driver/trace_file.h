// driver/trace_file.h - a schedule as a text file, from which it can be run again.
//
//   mcmini-trace 1
//   program <hash> <path>
//   finding <kind> <message>
//   arguments <as for a shell>
//   option <name> <value>
//   <step> <thread> <operation> <object>[=<alternative>] # <file>:<line> <expression>
//
// An option is one that changes what a step can do, and is not at its default: trace_options.def.
// Behind the options "# decides: step <number>" names the step that decides, for mcmini-gdb. Steps
// count from 1; an object is symbol+offset, or the number in its thread (0.1#3), or -. A blank in a
// word is written _, and _ % # = as %5f %25 %23 %3d.
#ifndef MC_DRIVER_TRACE_FILE_H
#define MC_DRIVER_TRACE_FILE_H

#include "names.h"
#include "program.h"
#include <stdio.h>

/// A schedule that is to be written.
struct trace {
  const char *kind;    ///< of the finding, or "none"
  const char *message; ///< what is wrong, or how the trace ended
  uint32_t first_step, steps;
  uint32_t starved; ///< 1 + the thread of a starvation, else 0
  uint32_t racy;    ///< so many of session->racy are transitions of it
  uint8_t polls;    ///< loops were not recognised while it ran
  uint8_t counts;   ///< reference counts were transitions
  uint8_t patched;  ///< loads and stores of machine code call hooks
  uint8_t order;    ///< which calls of the kernel and libc are transitions of it
  uint32_t critical; ///< the number of the step that decides, 0: it is not known
};

void trace_file_print(FILE *out, const struct program *program, struct names *names,
                      const struct trace *trace);

/// Reads a trace file into the session's configuration. Warns where the program is another; a file
/// that cannot be understood is a usage error that names line and word. Returns the kind of the
/// finding, or "none" [own: free].
char *trace_file_read(const char *path, const struct program *program, struct mc_session *session);

/// The same from a stream, which messages call `name`.
char *trace_file_scan(FILE *stream, const char *name, const struct program *program,
                      struct mc_session *session);

#endif // MC_DRIVER_TRACE_FILE_H
