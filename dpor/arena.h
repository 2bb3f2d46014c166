// dpor/arena.h - bump storage handed to the search by its caller; given back as a whole.
#ifndef MC_DPOR_ARENA_H
#define MC_DPOR_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mc_arena {
  char *base;  ///< [lend: by the caller] where addresses are kept across traces, always the same
  size_t size; ///< bytes
  size_t used; ///< bytes; all state of the search is in [base, base + used)
  bool fenced; ///< for tests under AddressSanitizer, which sees what goes beyond a piece; such an
               ///< arena must not be copied as a whole
};

/// `bytes` zeroed bytes, aligned to 16, or NULL when the arena is full.
void *mc_arena_take(struct mc_arena *arena, size_t bytes);

/// Makes room for `count` elements of `size` bytes at `*array`, whose contents are lost if
/// `keep` is 0, else its first `keep` elements stay. false: arena full.
bool mc_reserve_more(struct mc_arena *arena, void *array, uint32_t *capacity, uint32_t count,
                     size_t size, uint32_t keep);
static inline bool mc_reserve(struct mc_arena *arena, void *array, uint32_t *capacity,
                              uint32_t count, size_t size, uint32_t keep) {
  return count <= *capacity || mc_reserve_more(arena, array, capacity, count, size, keep);
}
/// The capacity that an array with this one grows to.
static inline uint32_t mc_grown(uint32_t capacity, uint32_t count) {
  uint32_t grown = capacity ? capacity : 4;
  while (grown < count)
    grown *= 2;
  return grown;
}

#endif // MC_DPOR_ARENA_H
