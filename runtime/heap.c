// runtime/heap.c - malloc and its kin inside traces: a heap for each thread, so that the addresses
// that a thread gets depend on nothing but its own calls. Names of objects rest on that (object.c).
//
// Each thread has two regions at fixed addresses: a near one of 64 KB, those of all threads side by
// side, because a page table more costs a trace as much as a page; and a far one, mapped as it
// grows. Chunks are cut from a region's start, rounded up to a size class; a chunk that its owner
// frees goes to the head of its class's list and is the next one of that size. A chunk that another
// thread frees is not used again: when that happened depends on the schedule.
//
// Whatever is not a thread of a trace has the allocator that the program would have without us: the
// trunk, native runs, processes that the program forks. What that one gave goes back to it. All
// functions are weak: a program's own allocator, or AddressSanitizer's, takes their place.
#include "state.h"
#include <dlfcn.h>
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
  NEAR_BYTES = 64 << 10,
  SMALL_CLASSES = 64,               // 24, 40, ... 1032 bytes; then four for each power of two
  CLASSES = SMALL_CLASSES + 4 * 24, // up to LARGEST
  ALIGNMENT = 16,
  FIRST_GROWTH = 256 << 10,
  PAGE = 4096,
  LARGE = 128 << 10, // from here a free chunk keeps no pages but its ends
};
static const uint64_t FAR = 0x140000000000, FAR_BYTES = (uint64_t)64 << 30;
static const uint64_t LARGEST = (uint64_t)16 << 30;

/// Before each chunk. Chunks follow each other without a gap: their size is 8 more than a multiple
/// of 16.
struct header {
  uint64_t size : 40; ///< of the chunk
  uint64_t state : 24;
};
enum { IN_USE = 0xa110c8, FREE = 0xf4eed0 };

struct region {
  char *next, *end; ///< what is left of it
};

/// At the start of the thread's near region. All 0: not yet used.
struct heap {
  struct region near, far;
  void *free[CLASSES]; ///< the chunks' first words are the links
};

static bool mapped; // the near regions are there

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
} next = {false, __libc_malloc, __libc_calloc, __libc_realloc, __libc_memalign, __libc_free, NULL};

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

//===- Chunks ---------------------------------------------------------------------------------===//

static bool is_ours(const void *memory) {
  const uint64_t at = (uintptr_t)memory;
  return at - MC_HEAPS < (uint64_t)MC_MAX_THREADS * NEAR_BYTES ||
         at - FAR < MC_MAX_THREADS * FAR_BYTES;
}

static mc_thread owner_of(const void *memory) {
  const uint64_t at = (uintptr_t)memory;
  return (mc_thread)(at >= MC_HEAPS ? (at - MC_HEAPS) / NEAR_BYTES : (at - FAR) / FAR_BYTES);
}

/// The calling thread's heap; NULL: it has none.
static struct heap *own_heap(void) {
  if (mc_mode != MC_MODE_WORKER || mc_self_ == MC_NO_THREAD || !mapped)
    return NULL;
  struct heap *heap = (struct heap *)(MC_HEAPS + (uint64_t)mc_self_ * NEAR_BYTES);
  if (!heap->near.next) {
    heap->near = (struct region){(char *)(heap + 1), (char *)heap + NEAR_BYTES};
    heap->far.next = heap->far.end = (char *)(FAR + mc_self_ * FAR_BYTES);
  }
  return heap;
}

/// The class for `*size` bytes, which is rounded up to the size of its chunks.
static unsigned class_of(size_t *size) {
  if (*size <= ALIGNMENT * SMALL_CLASSES + 8) {
    const unsigned class = *size <= 24 ? 0 : (unsigned)((*size - 24 + ALIGNMENT - 1) / ALIGNMENT);
    *size = 24 + (size_t) class * ALIGNMENT;
    return class;
  }
  const size_t wanted = *size - 8; // the header of the next chunk is in use too
  const unsigned power = 63 - (unsigned)__builtin_clzll(wanted - 1);
  const size_t quarter = (size_t)1 << (power - 2), quarters = (wanted + quarter - 1) / quarter;
  *size = quarters * quarter + 8;
  return SMALL_CLASSES + 4 * (power - 10) + (unsigned)quarters - 5;
}

static struct header *header_of(const void *memory) { return (struct header *)memory - 1; }

_Noreturn static void broken(const char *what) {
  mc_sys(SYS_write, 2, what, strlen(what));
  abort();
}

static struct header *header_in_use(const void *memory) {
  struct header *header = header_of(memory);
  if ((uintptr_t)memory % ALIGNMENT == 0 && header->state == IN_USE)
    return header;
  broken(header->state == FREE ? "free(): double free detected\n" : "free(): invalid pointer\n");
}

/// Cuts a chunk off the region's start; NULL: it does not fit.
static void *cut(struct region *region, size_t alignment, size_t size) {
  const uint64_t at = ((uintptr_t)region->next + sizeof(struct header) + alignment - 1) &
                      ~(uint64_t)(alignment - 1);
  if (at + size > (uintptr_t)region->end)
    return NULL;
  region->next = (char *)(at + size);
  return (void *)at;
}

static bool grow(struct heap *heap, size_t wanted) {
  const uint64_t start = FAR + mc_self_ * FAR_BYTES, end = (uintptr_t)heap->far.end;
  uint64_t bytes = end == start ? FIRST_GROWTH : end - start;
  if (bytes < wanted)
    bytes = (wanted + FIRST_GROWTH - 1) & ~(uint64_t)(FIRST_GROWTH - 1);
  if (bytes > start + FAR_BYTES - end)
    return false;
  const long at = mc_sys(SYS_mmap, end, bytes, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1);
  if (at != (long)end)
    return false;
  mc_snapshot_mapped(end, bytes);
  heap->far.end += bytes;
  return true;
}

/// `*fresh`: the memory is all 0. NULL: there is no room.
static void *take(struct heap *heap, size_t alignment, size_t size, bool *fresh) {
  if (size > LARGEST || alignment > LARGEST)
    return NULL;
  void **list = &heap->free[class_of(&size)], *memory = *list;
  *fresh = !memory || (uintptr_t)memory % alignment;
  if (!*fresh) {
    *list = *(void **)memory;
  } else {
    memory = cut(&heap->near, alignment, size);
    if (!memory && !(memory = cut(&heap->far, alignment, size)) &&
        grow(heap, size + alignment + ALIGNMENT))
      memory = cut(&heap->far, alignment, size);
    if (!memory)
      return NULL;
  }
  *header_of(memory) = (struct header){.size = size, .state = IN_USE};
  return memory;
}

static char *first_page(void *memory) {
  return (char *)(((uintptr_t)memory + sizeof(void *) + PAGE - 1) & ~(uintptr_t)(PAGE - 1));
}

static char *last_page(void *memory, size_t size) {
  return (char *)(((uintptr_t)memory + size) & ~(uintptr_t)(PAGE - 1));
}

/// Makes the chunk, which was free, all 0.
static void clear(void *memory, size_t size) {
  if (size < LARGE) {
    memset(memory, 0, size);
  } else {
    char *const end = last_page(memory, size);
    memset(memory, 0, (size_t)(first_page(memory) - (char *)memory));
    memset(end, 0, (size_t)((char *)memory + size - end));
  }
}

static void give_back(void *memory) {
  struct header *header = header_in_use(memory);
  header->state = FREE;
  if (mc_self_ != owner_of(memory) || !own_heap())
    return;
  size_t size = header->size;
  if (size >= LARGE)
    mc_sys(SYS_madvise, first_page(memory), last_page(memory, size) - first_page(memory),
           MADV_DONTNEED);
  void **list = &own_heap()->free[class_of(&size)];
  *(void **)memory = *list;
  *list = memory;
}

static void *aligned(size_t alignment, size_t size) {
  struct heap *heap = own_heap();
  bool fresh;
  size_t power = ALIGNMENT;
  while (power < alignment && power << 1)
    power <<= 1; // as glibc does
  void *memory = heap ? take(heap, power, size, &fresh) : NULL;
  if (memory)
    return memory;
  find_next();
  return next.memalign(alignment, size);
}

//===- What the program calls -----------------------------------------------------------------===//

#define EXPORT __attribute__((weak, visibility("default")))

EXPORT void *malloc(size_t size) {
  struct heap *heap = own_heap();
  bool fresh;
  void *memory = heap ? take(heap, ALIGNMENT, size, &fresh) : NULL;
  if (memory)
    return memory;
  find_next();
  return next.malloc(size);
}

EXPORT void *calloc(size_t count, size_t size) {
  struct heap *heap = own_heap();
  size_t bytes;
  bool fresh;
  void *memory = heap && !__builtin_mul_overflow(count, size, &bytes)
                     ? take(heap, ALIGNMENT, bytes, &fresh)
                     : NULL;
  if (memory && !fresh)
    clear(memory, header_of(memory)->size);
  if (memory)
    return memory;
  find_next();
  return next.calloc(count, size);
}

EXPORT void free(void *memory) {
  if (is_ours(memory)) {
    give_back(memory);
  } else if (memory) {
    find_next();
    next.free(memory);
  }
}

EXPORT size_t malloc_usable_size(void *memory) {
  find_next();
  return is_ours(memory) ? header_of(memory)->size : next.malloc_usable_size(memory);
}

// In a trace the result is ours, whoever gave `memory`. A chunk stays where it is unless it would
// be more than half empty.
EXPORT void *realloc(void *memory, size_t size) {
  find_next();
  if (!memory)
    return malloc(size);
  if (!is_ours(memory) && !own_heap())
    return next.realloc(memory, size);
  if (size == 0) { // as glibc does
    free(memory);
    return NULL;
  }
  const size_t room = is_ours(memory) ? header_in_use(memory)->size : malloc_usable_size(memory);
  if (size <= room && (size >= room / 2 || room <= 128))
    return memory;
  void *moved = malloc(size);
  if (!moved)
    return NULL;
  memcpy(moved, memory, size < room ? size : room);
  free(memory);
  return moved;
}

EXPORT void *memalign(size_t alignment, size_t size) { return aligned(alignment, size); }
EXPORT void *aligned_alloc(size_t alignment, size_t size) { return aligned(alignment, size); }
EXPORT void *valloc(size_t size) { return aligned((size_t)getpagesize(), size); }

EXPORT int posix_memalign(void **memory, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) || __builtin_popcountll(alignment) != 1)
    return EINVAL;
  void *taken = aligned(alignment, size);
  if (!taken)
    return errno;
  *memory = taken;
  return 0;
}

void mc_heap_start(void) {
  const uint64_t bytes = (uint64_t)MC_MAX_THREADS * NEAR_BYTES;
  find_next();
  mapped = mc_sys(SYS_mmap, MC_HEAPS, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                  -1) == (long)MC_HEAPS;
  mc_sys(SYS_madvise, MC_HEAPS, bytes, MADV_NOHUGEPAGE); // one would be cleared in every trace
  mallopt(M_ARENA_MAX, 1); // for what a thread frees of the trunk's: it would map an arena first
}
