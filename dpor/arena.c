// dpor/arena.c - bump storage; see arena.h.
//
// With AddressSanitizer the bytes after each piece are poisoned, until a later piece takes them.
#include "arena.h"

#include <string.h>

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define WITH_SANITIZER
#endif
#endif

#ifdef WITH_SANITIZER
void __asan_poison_memory_region(const volatile void *start, size_t bytes);
void __asan_unpoison_memory_region(const volatile void *start, size_t bytes);
enum { GAP = 32 };
#else
enum { GAP = 0 };
#endif
enum { ALIGNMENT = 16 };

void *mc_arena_take(struct mc_arena *arena, size_t bytes) {
  size_t start = (arena->used + ALIGNMENT - 1) & ~(size_t)(ALIGNMENT - 1);
  if (start > arena->size || bytes > arena->size - start || bytes + GAP > arena->size - start)
    return NULL;
  arena->used = start + bytes + GAP;
#ifdef WITH_SANITIZER
  __asan_unpoison_memory_region(arena->base + start, bytes);
  __asan_poison_memory_region(arena->base + start + bytes, GAP);
#endif
  return memset(arena->base + start, 0, bytes);
}
