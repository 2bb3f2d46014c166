// dpor/arena.h - bump storage handed to the search by its caller; given back as a whole.
#ifndef MC_DPOR_ARENA_H
#define MC_DPOR_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct mc_arena {
  char *base;  ///< [lend: by the caller] where addresses are kept across traces, always the same
  size_t size; ///< bytes
  size_t used; ///< bytes; all state of the search is in [base, base + used)
  bool fenced; ///< for tests under AddressSanitizer, which sees what goes beyond a piece; such an
               ///< arena must not be copied as a whole
};

/// `bytes` zeroed bytes, aligned to 16, or NULL when the arena is full.
void *mc_arena_take(struct mc_arena *arena, size_t bytes);

#endif // MC_DPOR_ARENA_H
