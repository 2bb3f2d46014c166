// dpor/arena.c - bump storage; see arena.h.
#include "arena.h"

#include <string.h>

enum { ALIGNMENT = 16 };

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define WITH_ADDRESS_SANITIZER
#endif
#endif

#ifdef WITH_ADDRESS_SANITIZER
enum { FENCE = 32 };
void __asan_poison_memory_region(const volatile void *start, size_t bytes);
void __asan_unpoison_memory_region(const volatile void *start, size_t bytes);

static void put_fence(char *piece, size_t bytes) {
  __asan_unpoison_memory_region(piece, bytes);
  __asan_poison_memory_region(piece + bytes, FENCE);
}
#else
enum { FENCE = 0 };
static void put_fence(char *piece, size_t bytes) { (void)piece, (void)bytes; }
#endif

void *mc_arena_take(struct mc_arena *arena, size_t bytes) {
  size_t start = (arena->used + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  size_t fence = arena->fenced ? FENCE : 0;
  if (start > arena->size || bytes > arena->size - start || bytes + fence > arena->size - start)
    return NULL;
  arena->used = start + bytes + fence;
  if (fence)
    put_fence(arena->base + start, bytes);
  return memset(arena->base + start, 0, bytes);
}

void *mc_arena_take_lines(struct mc_arena *arena, size_t bytes) {
  char *piece = mc_arena_take(arena, bytes + MC_CACHE_LINE);
  return piece ? piece + (MC_CACHE_LINE - (uintptr_t)piece % MC_CACHE_LINE) : NULL;
}

static size_t whole_pages(size_t bytes) {
  return (bytes + MC_ARENA_PAGE - 1) & ~(size_t)(MC_ARENA_PAGE - 1);
}

void *mc_arena_take_pages(struct mc_arena *arena, size_t bytes) {
  const size_t used = arena->used, start = whole_pages(used), end = start + whole_pages(bytes);
  arena->used = start;
  void *memory = mc_arena_take(arena, end - start);
  if (!memory)
    arena->used = used;
  else if (arena->journal)
    for (size_t page = start / MC_ARENA_PAGE; page < end / MC_ARENA_PAGE; page++)
      arena->journal->keep((uint32_t)page);
  return memory;
}

bool mc_reserve_more(struct mc_arena *arena, void *array, uint32_t *capacity, uint32_t count,
                     size_t size, uint32_t keep) {
  const uint32_t grown = mc_grown(*capacity, count);
  void *memory = mc_arena_take(arena, grown * size);
  if (!memory)
    return false;
  void **slot = array;
  if (keep)
    memcpy(memory, *slot, keep * size);
  *slot = memory;
  *capacity = grown;
  return true;
}
