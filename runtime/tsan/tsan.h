// runtime/tsan/tsan.h - programs that gcc or clang has compiled with -fsanitize=thread: what its
// files have in common. They are linked in place of ThreadSanitizer's runtime, see
// cmake/tsan.cmake.
#ifndef MC_RUNTIME_TSAN_H
#define MC_RUNTIME_TSAN_H

#include "runtime/detector/races.h"

/// Compiled code calls these; so may shared objects.
#define MC_TSAN_VISIBLE __attribute__((visibility("default")))

/// True where the program's threads run; false where the search itself calls the callbacks of a
/// primitive that was compiled in this way.
static inline bool mc_tsan_is_program(void) { return !mc_shared || !mc_shared->trace.in_runtime; }

/// Orders of the interface are C11's; gcc adds flags for lock elision.
static inline uint32_t mc_tsan_access(enum mc_access kind, int order, int failure) {
  return kind | (uint32_t)(order & 7) << 8 | (uint32_t)(failure & 7) << 12;
}

#endif // MC_RUNTIME_TSAN_H
