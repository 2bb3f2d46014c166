// dpor/arena.c - bump storage; see arena.h.
#include "arena.h"

#include <string.h>

enum { ALIGNMENT = 16 };

void *mc_arena_take(struct mc_arena *arena, size_t bytes) {
  size_t start = (arena->used + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (start > arena->size || bytes > arena->size - start)
    return NULL;
  arena->used = start + bytes;
  return memset(arena->base + start, 0, bytes);
}
