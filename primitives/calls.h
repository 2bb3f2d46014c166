// primitives/calls.h - what interposed functions of the system have in common.
#ifndef MC_PRIMITIVES_CALLS_H
#define MC_PRIMITIVES_CALLS_H

#include "builtin.h"
#include <errno.h>
#include <time.h>

/// Returns 0, or -1 with errno where there is an error.
static inline int mc_by_errno(uint64_t error) {
  if (error == 0)
    return 0;
  errno = (int)error;
  return -1;
}

/// What lies between them is one transition (section.c).
MC_HOOK_VISIBLE void __mcmini_mc_atomic_begin(const struct mc_site *site);
MC_HOOK_VISIBLE void __mcmini_mc_atomic_end(const struct mc_site *site);

static inline bool mc_is_duration(const struct timespec *t) {
  return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < 1000000000;
}

static inline uint64_t mc_nanoseconds(const struct timespec *t) {
  return (uint64_t)t->tv_sec * 1000000000 + (uint64_t)t->tv_nsec;
}

/// Of a duration, in virtual time.
static inline uint64_t mc_deadline_after(uint64_t nanoseconds) {
  return mc_clock_now() + nanoseconds;
}

/// A call that has found nothing looks for signals before it waits: does a handler end it?
bool mc_handler_ends_call(const struct mc_site *site);

/// As MC_INTERPOSE, but the pass leaves the calls alone: these names are words that a program may
/// use for functions of its own. The body gets the place of the call.
#define MC_INTERPOSE_UNHOOKED(type, name, parameters, arguments)                                   \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);            \
  MC_INTERPOSED type name parameters {                                                             \
    if (!mc_checking())                                                                            \
      return MC_REAL(name) arguments;                                                              \
    return mc_checked_##name(MC_CALLER_SITE MC_COMMA_BEFORE arguments);                            \
  }                                                                                                \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters)

/// The same of a cancellation point.
#define MC_INTERPOSE_POINT(type, name, parameters, arguments)                                      \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters);            \
  static inline type mc_at_point_##name(const struct mc_site *site MC_COMMA_BEFORE parameters) {   \
    mc_cancellation_begin(site);                                                                   \
    const type result = mc_checked_##name(site MC_COMMA_BEFORE arguments);                         \
    mc_cancellation_end();                                                                         \
    return result;                                                                                 \
  }                                                                                                \
  MC_INTERPOSED type name parameters {                                                             \
    if (!mc_checking())                                                                            \
      return MC_REAL(name) arguments;                                                              \
    return mc_at_point_##name(MC_CALLER_SITE MC_COMMA_BEFORE arguments);                           \
  }                                                                                                \
  static type mc_checked_##name(const struct mc_site *site MC_COMMA_BEFORE parameters)

/// libc's own.
#define MC_REAL(name) ((__typeof__(&name))mc_real(#name))

#endif // MC_PRIMITIVES_CALLS_H
