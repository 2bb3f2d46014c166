// runtime/tsan/calls.h - between the functions that stand in the place of libc's (calls.c), the
// memory that they use (ranges.c), and the formats of those that print and scan (formats.c).
#ifndef MC_RUNTIME_TSAN_CALLS_H
#define MC_RUNTIME_TSAN_CALLS_H

#include "runtime/tsan/tsan.h"
#include <stdarg.h>

enum mc_call_function {
#define MC_CALL(type, function, ...) MC_CALL_##function,
#define MC_PROCEDURE(function, ...) MC_CALL_##function,
#include "runtime/tsan/alike.def"
  MC_CALL_FUNCTIONS
};

/// A call of the program.
struct mc_call {
  enum mc_call_function function;
  const struct mc_site *site;
  uint64_t argument[7]; ///< those that are no numbers or pointers are not asked for
  uint64_t result;      ///< sign-extended
};

/// ranges.c: announce what the call reads and writes. Before the call: what its arguments say.
/// After it: what is known only then.
void mc_call_before(const struct mc_call *call);
void mc_call_after(const struct mc_call *call);

/// Announces the texts that %s of `format` has printed.
void mc_call_texts(const struct mc_call *call, const char *format, va_list list);
/// Announces what the conversions of `format` have stored, the result being how many.
void mc_call_scanned(const struct mc_call *call, const char *format, va_list list);

#endif // MC_RUNTIME_TSAN_CALLS_H
