// dpor/arena.h - bump storage handed to the search by its caller; given back as a whole.
#ifndef MC_DPOR_ARENA_H
#define MC_DPOR_ARENA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MC_ARENA_PAGE = 4096 };

/// The rollback journal of an arena, for a caller that goes back to a checkpoint: which pages are
/// as they were then, or kept.
struct mc_journal {
  uint32_t checkpoint;         ///< its number, from 1 on
  uint32_t *page;              ///< [of the arena] for which checkpoint it is kept, if that is so;
                               ///< 0: it is none of mc_arena_take_pages
  void (*keep)(uint32_t page); ///< a page of mc_arena_take_pages, as it is
};

struct mc_arena {
  char *base;  ///< [lend: by the caller] where addresses are kept across traces, always the same
  size_t size; ///< bytes
  size_t used; ///< bytes; all state of the search is in [base, base + used)
  bool fenced; ///< for tests under AddressSanitizer, which sees what goes beyond a piece; such an
               ///< arena must not be copied as a whole
  struct mc_journal *journal; ///< [lend: by the caller] or NULL
};

enum { MC_CACHE_LINE = 64 };

/// `bytes` zeroed bytes, aligned to 16, or NULL when the arena is full.
void *mc_arena_take(struct mc_arena *arena, size_t bytes);
/// A piece of the arena that begins with a cache line. NULL: arena full.
void *mc_arena_take_lines(struct mc_arena *arena, size_t bytes);
/// The same in pages of their own, which are in the journal: for what is large and of which little
/// changes from checkpoint to checkpoint. Each write needs mc_arena_write before.
void *mc_arena_take_pages(struct mc_arena *arena, size_t bytes);
static inline void mc_arena_write(const struct mc_arena *arena, const void *address) {
  const struct mc_journal *journal = arena->journal;
  if (!journal)
    return;
  const uint32_t page = (uint32_t)((size_t)((const char *)address - arena->base) / MC_ARENA_PAGE);
  if (journal->page[page] && journal->page[page] != journal->checkpoint)
    journal->keep(page);
}

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
