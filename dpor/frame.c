// dpor/frame.c - storage of the frames; see internal.h.
#include "internal.h"

#include <string.h>

enum { CHUNK = 64 };

bool mc_reserve(struct mc_search *search, void *array, uint32_t *capacity, uint32_t count,
                size_t size, uint32_t keep) {
  if (count <= *capacity)
    return true;
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

struct mc_frame *mc_frame_at(const struct mc_search *search, uint32_t depth) {
  return &search->chunk[depth / CHUNK][depth % CHUNK];
}

struct mc_frame *mc_frame_make(struct mc_search *search, uint32_t depth) {
  if (depth / CHUNK == search->chunks) {
    if (!mc_reserve(search, &search->chunk, &search->chunk_capacity, search->chunks + 1,
                    sizeof *search->chunk, search->chunks))
      return NULL;
    struct mc_frame *chunk = mc_arena_take(search->arena, CHUNK * sizeof *chunk);
    if (!chunk)
      return NULL;
    search->chunk[search->chunks++] = chunk;
  }
  return mc_frame_at(search, depth);
}
