// runtime/tsan/calls.h - between the functions that stand in the place of libc's (calls.c) and what
// the formats of those that print and scan say (formats.c).
#ifndef MC_RUNTIME_TSAN_CALLS_H
#define MC_RUNTIME_TSAN_CALLS_H

#include "runtime/tsan/tsan.h"
#include <stdarg.h>

enum mc_call_function {
#define MC_CALL(type, function, ...) MC_CALL_##function,
#define MC_CALL1 MC_CALL
#define MC_CALL2 MC_CALL
#define MC_CALL3 MC_CALL
#define MC_CALL4 MC_CALL
#define MC_CALL6 MC_CALL
#define MC_PROCEDURE(function, ...) MC_CALL_##function,
#define MC_PROCEDURE2 MC_PROCEDURE
#define MC_PROCEDURE3 MC_PROCEDURE
#define MC_PROCEDURE4 MC_PROCEDURE
#define MC_PROCEDURE5 MC_PROCEDURE
#define MC_PRINTER MC_PROCEDURE
#define MC_SCANNER MC_PROCEDURE
#include "runtime/tsan/calls.def"
#undef MC_CALL
#undef MC_CALL1
#undef MC_CALL2
#undef MC_CALL3
#undef MC_CALL4
#undef MC_CALL6
#undef MC_PROCEDURE
#undef MC_PROCEDURE2
#undef MC_PROCEDURE3
#undef MC_PROCEDURE4
#undef MC_PROCEDURE5
#undef MC_PRINTER
#undef MC_SCANNER
};

/// A call of the program.
struct mc_call {
  enum mc_call_function function;
  const struct mc_site *site;
  uint64_t argument[6]; ///< those that are no numbers or pointers are not asked for
  uint64_t result;      ///< sign-extended
};

/// Announce what it reads and writes: what the arguments say, what is known when it has returned.
void mc_call_before(const struct mc_call *call);
void mc_call_after(const struct mc_call *call);

/// Announces the texts that %s of `format` has printed.
void mc_call_texts(const struct mc_call *call, const char *format, va_list list);
/// Announces what the conversions of `format` have stored, the result being how many.
void mc_call_scanned(const struct mc_call *call, const char *format, va_list list);

#endif // MC_RUNTIME_TSAN_CALLS_H
