// dpor/frame.c - storage of the frames; see internal.h.
#include "internal.h"

#include <string.h>

bool mc_reserve_more(struct mc_search *search, void *array, uint32_t *capacity, uint32_t count,
                     size_t size, uint32_t keep) {
  uint32_t grown = *capacity ? *capacity : 4;
  while (grown < count)
    grown *= 2;
  void *memory = mc_arena_take(search->arena, grown * size);
  if (!memory)
    return false;
  void **slot = array;
  if (keep)
    memcpy(memory, *slot, keep * size);
  *slot = memory;
  *capacity = grown;
  return true;
}

struct mc_frame *mc_frame_make(struct mc_search *search, uint32_t depth) {
  if (depth / MC_FRAMES_IN_CHUNK == search->chunks) {
    if (!mc_reserve(search, &search->chunk, &search->chunk_capacity, search->chunks + 1,
                    sizeof *search->chunk, search->chunks))
      return NULL;
    struct mc_frame *chunk = mc_arena_take(search->arena, MC_FRAMES_IN_CHUNK * sizeof *chunk);
    if (!chunk)
      return NULL;
    search->chunk[search->chunks++] = chunk;
  }
  return mc_frame_at(search, depth);
}
