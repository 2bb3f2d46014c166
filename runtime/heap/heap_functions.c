// runtime/heap/heap_functions.c - malloc and its kin, as the program calls them.
//
// What runs under mcmini has our heap. Native runs, processes that the program forks, and all with
// --heap=libc have the allocator that the program would have without us. What that one gave goes
// back to it. All functions are weak: a program's own allocator, or AddressSanitizer's, takes their
// place. Functions that may be part of a reported stack begin with mc_: see heap_finding.c.
#include "heap_internal.h"
#include "runtime/detector/races.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include "runtime/spinloop/waiting.h"
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

//===- The allocator behind ours --------------------------------------------------------------===//

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

static struct {
  bool found;
  void *(*malloc)(size_t);
  void *(*calloc)(size_t, size_t);
  void *(*realloc)(void *, size_t);
  void *(*memalign)(size_t, size_t);
  void (*free)(void *);
  size_t (*malloc_usable_size)(void *);
} next MC_KEPT_SET = {false,           __libc_malloc, __libc_calloc, __libc_realloc,
                      __libc_memalign, __libc_free,   NULL};

// The first call can come before our constructor. What dlsym allocates is libc's.
static void find_next(void) {
  if (next.found)
    return;
  next.found = true;
#define FIND(name) (next.name = (__typeof__(next.name))mc_real(#name))
  FIND(malloc_usable_size);
  FIND(malloc);
  FIND(calloc);
  FIND(realloc);
  FIND(memalign);
  FIND(free);
#undef FIND
}

void mc_heap_prepare(void) {
  find_next();
  mallopt(M_ARENA_MAX, 1); // where a thread uses libc's: it would map an arena first
}

//===- What the program calls -----------------------------------------------------------------===//

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

/// The memory is to be given back: other threads may run first.
static void mc_heap_before_release(const void *memory, uint64_t code) {
  const struct mc_chunk *chunk = mc_heap_chunk(memory);
  if (chunk)
    mc_races_free(memory, chunk->size, code);
}

/// The chunk in use that begins there; if there is none, that is a finding. NULL: this process is
/// not checked.
static struct mc_chunk *mc_heap_chunk_in_use(const void *memory, const char *function,
                                             uint64_t code) {
  struct mc_chunk *chunk = mc_heap_chunk(memory);
  if (chunk && chunk->state == MC_CHUNK_IN_USE)
    return chunk;
  if (mc_checking())
    mc_heap_end_wrong_free(memory, function, code);
  return NULL;
}

static void *mc_heap_allocate(size_t alignment, size_t size, uint64_t code, bool *fresh) {
  struct mc_heap *heap = mc_heap_own();
  mc_long_calls++;
  void *memory = heap ? mc_heap_take(heap, alignment, size, code, fresh) : NULL;
  if (memory && !*fresh)
    mc_races_allocated(memory, mc_chunk_room(mc_heap_chunk(memory)));
  return memory;
}

void mc_heap_taken(const void *memory, size_t size, uint64_t code) {
  if (mc_is_in_libc(code))
    return;
  mc_races_free(memory, size, code);
  mc_races_freed(memory, size, code);
}

/// Memory that the allocator behind ours has given is new, too.
static void *mc_heap_foreign(void *memory) {
  if (memory && mc_checking() && next.malloc_usable_size)
    mc_races_allocated(memory, next.malloc_usable_size(memory));
  return memory;
}

/// With --heap=libc.
static void mc_heap_end_foreign(void *memory, uint64_t code) {
  if (memory && !mc_heap_is_mapped && mc_checking() && next.malloc_usable_size)
    mc_heap_taken(memory, next.malloc_usable_size(memory), code);
}

static void mc_heap_release(void *memory, const char *function, uint64_t code) {
  mc_recognise_freed();
  mc_long_calls++;
  if (!mc_heap_has(memory)) {
    find_next();
    if (mc_heap_is_mapped && mc_checking() && mc_heap_is_foreign(memory))
      mc_heap_end_wrong_free(memory, function, code);
    mc_heap_end_foreign(memory, code);
    next.free(memory);
    return;
  }
  mc_heap_before_release(memory, code);
  struct mc_chunk *chunk = mc_heap_chunk_in_use(memory, function, code);
  if (!chunk || !mc_checking()) // a forked process has other memory, and leaves ours as it is
    return;
  mc_races_freed(memory, chunk->size, code);
  mc_heap_give_back(chunk, code);
}

static void *mc_heap_aligned(size_t alignment, size_t size, uint64_t code) {
  bool fresh;
  size_t power = MC_HEAP_ALIGNMENT;
  while (power < alignment && power << 1)
    power <<= 1; // as glibc does
  void *memory = mc_heap_allocate(power, size, code, &fresh);
  if (memory)
    return memory;
  find_next();
  return mc_heap_foreign(next.memalign(alignment, size));
}

MC_INTERPOSED void *malloc(size_t size) {
  bool fresh;
  void *memory = mc_heap_allocate(MC_HEAP_ALIGNMENT, size, CALLER, &fresh);
  if (memory)
    return memory;
  find_next();
  return mc_heap_foreign(next.malloc(size));
}

MC_INTERPOSED void *calloc(size_t count, size_t size) {
  size_t bytes;
  bool fresh = false;
  void *memory = __builtin_mul_overflow(count, size, &bytes)
                     ? NULL
                     : mc_heap_allocate(MC_HEAP_ALIGNMENT, bytes, CALLER, &fresh);
  if (memory)
    return fresh ? memory : memset(memory, 0, bytes);
  find_next();
  return mc_heap_foreign(next.calloc(count, size));
}

MC_INTERPOSED void free(void *memory) {
  if (memory)
    mc_heap_release(memory, "free", CALLER);
}

MC_INTERPOSED size_t malloc_usable_size(void *memory) {
  if (!memory)
    return 0;
  if (mc_heap_has(memory)) {
    const struct mc_chunk *chunk = mc_heap_chunk_in_use(memory, "malloc_usable_size", CALLER);
    return chunk ? chunk->size : 0;
  }
  find_next();
  return next.malloc_usable_size(memory);
}

// Under mcmini the result is ours, whoever gave `memory`.
MC_INTERPOSED void *realloc(void *memory, size_t size) {
  bool fresh;
  find_next();
  struct mc_heap *heap = mc_heap_own();
  const bool is_ours = mc_heap_has(memory);
  if (!is_ours && !heap) {
    mc_heap_end_foreign(memory, CALLER);
    return mc_heap_foreign(next.realloc(memory, size));
  }
  if (memory && size == 0) { // as glibc does
    mc_heap_release(memory, "realloc", CALLER);
    return NULL;
  }
  size_t old = 0;
  if (is_ours) {
    mc_heap_before_release(memory, CALLER);
    struct mc_chunk *chunk = mc_heap_chunk_in_use(memory, "realloc", CALLER);
    old = chunk ? chunk->size : 0;
    if (heap && chunk && mc_heap_resize(chunk, size, CALLER)) {
      mc_races_resized(memory, old, CALLER);
      return memory;
    }
  } else if (memory) {
    old = next.malloc_usable_size(memory);
  }
  void *moved = mc_heap_allocate(MC_HEAP_ALIGNMENT, size, CALLER, &fresh);
  if (!moved)
    moved = mc_heap_foreign(next.malloc(size));
  if (!moved || !memory)
    return moved;
  memcpy(moved, memory, size < old ? size : old);
  mc_heap_release(memory, "realloc", CALLER);
  return moved;
}

MC_INTERPOSED void *memalign(size_t alignment, size_t size) {
  return mc_heap_aligned(alignment, size, CALLER);
}
MC_INTERPOSED void *aligned_alloc(size_t alignment, size_t size) {
  const struct mc_site *site = (const struct mc_site *)(CALLER | MC_SITE_IS_CODE);
  if (mc_checking() && __builtin_popcountll(alignment) != 1)
    mc_misuse("aligned_alloc of an alignment that is no power of two", MC_NO_OBJECT, site);
  if (mc_checking() && size % alignment)
    mc_warn(MC_WARN_ALIGNED_SIZE, site);
  return mc_heap_aligned(alignment, size, CALLER);
}
MC_INTERPOSED void *valloc(size_t size) {
  return mc_heap_aligned((size_t)getpagesize(), size, CALLER);
}

MC_INTERPOSED int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || __builtin_popcountll(alignment) != 1)
    return EINVAL;
  void *taken = mc_heap_aligned(alignment, size, CALLER);
  if (!taken)
    return errno;
  mc_gives((const struct mc_site *)(CALLER | MC_SITE_IS_CODE), memory, sizeof *memory);
  *memory = taken;
  return 0;
}
