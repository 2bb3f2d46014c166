// runtime/memory/chunk.h - where the program's heaps and stacks lie, and of a heap each chunk.
//
// A heap belongs to a thread, or to the trunk. It has three regions at fixed addresses: a near one
// and a far one, in which chunks follow each other, and one of spans, of which each is whole pages
// with one large chunk.
#ifndef MC_RUNTIME_MEMORY_CHUNK_H
#define MC_RUNTIME_MEMORY_CHUNK_H

#include "memory.h"

/// The near heaps of all threads; in the same page tables, the stacks. Far from the program's
/// memory and from AddressSanitizer's.
#define MC_HEAPS 0x1f0000000000ull
#define MC_STACK_SLOT ((uint64_t)16 << 20)

enum {
  MC_HEAP_TRUNK = MC_MAX_THREADS, ///< the number of its heap
  MC_HEAP_COUNT,
  MC_HEAP_NEAR_BYTES = 64 << 10,
  MC_HEAP_ALIGNMENT = 16,
  MC_HEAP_LARGE = 16 << 10, ///< a chunk from here on has a span
  MC_HEAP_PAGE = 4096,
  MC_HEAP_CLASSES = 64 + 4 * 24, ///< 16, 32, ... 1024 bytes; then four for each power of two
  MC_HEAP_GUARD = 8,             ///< least bytes behind what the program has asked for
  MC_HEAP_MOST_GUARD = 64,       ///< that are looked at
};

/// Patterns, MC_HEAP_PATTERNS of poison and as many of fences: see heap_checked.c.
#define MC_HEAP_POISON 0x480000000000ull
#define MC_HEAP_PATTERNS ((uint64_t)1 << 42)

#define MC_HEAP_FAR_BYTES ((uint64_t)16 << 30)
#define MC_HEAP_SPANS_BYTES ((uint64_t)48 << 30)
#define MC_HEAP_REACH (MC_HEAP_FAR_BYTES + MC_HEAP_SPANS_BYTES)
#define MC_HEAPS_FAR 0x140000000000ull ///< there each heap has its far region, and its spans

enum mc_chunk_state { MC_CHUNK_IN_USE = 0xa110c8, MC_CHUNK_FREE = 0xf4eed0, MC_CHUNK_GAP = 0x6a9 };

/// Stands before the chunk's memory; that of a large one at the start of its span.
struct mc_chunk {
  uint64_t size : 40; ///< what the program has asked for
  uint64_t state : 24;
  uint64_t code : 48;     ///< who asked
  uint64_t freed_by : 16; ///< thread, or MC_HEAP_TRUNK
  uint32_t allocated;     ///< which call of the heap's owner that was; see mc_heap_event_of
  uint32_t freed;         ///< the same of `freed_by`
  struct mc_chunk *next;  ///< of the free chunks of its class: a ring
  uint64_t rests;         ///< see heap.c
  uint64_t guard;         ///< a function of address, size and state
};

/// Its first page is the runtime's; behind it the chunk, its end at the end of a page, and a page
/// that nobody may touch.
struct mc_span {
  struct mc_chunk chunk;
  uint64_t pages;
  void *memory;
  uint32_t poisoned; ///< bytes, of a free one that can still be read
  uint8_t hidden;    ///< free, and cannot
};

struct mc_region {
  char *start, *next, *end; ///< [start, next) is in use, the rest of it is mapped
};

/// At the start of its near region. All 0: not yet used.
struct mc_heap {
  _Alignas(MC_HEAP_ALIGNMENT) struct mc_region near;
  struct mc_region far, spans;
  uint32_t events;                        ///< calls that took or gave back
  uint32_t guarded;                       ///< spans
  uint32_t readable;                      ///< spans that were freed, and can still be read
  uint64_t freed_bytes;                   ///< all that it got back
  struct mc_chunk *free[MC_HEAP_CLASSES]; ///< the last of each ring
};

extern bool mc_heap_is_mapped MC_HIDDEN;   ///< the near regions are there
extern uint64_t mc_heap_used[3] MC_HIDDEN; ///< bits: whose heaps are in use
extern bool mc_heap_checked MC_HIDDEN;     ///< --heap=checked
extern uint32_t mc_heap_calls MC_HIDDEN;   ///< that took or gave back, in the trace

/// At the start: takes memory.
void mc_heap_chunk_start(void);
/// The calling thread's heap; NULL: it has none.
struct mc_heap *mc_heap_own(void);
struct mc_heap *mc_heap_numbered(unsigned number);
bool mc_heap_has(const void *memory);
/// The number of the heap in whose regions it lies.
unsigned mc_heap_owner(const void *memory);
bool mc_heap_is_span(const struct mc_chunk *chunk);
void *mc_chunk_memory(const struct mc_chunk *chunk);
/// Bytes from the chunk's memory to the next header. Not for spans.
uint64_t mc_chunk_room(const struct mc_chunk *chunk);
void mc_chunk_set_state(struct mc_chunk *chunk, enum mc_chunk_state state);
/// The bytes that a chunk for `size` needs.
uint64_t mc_chunk_wanted(uint64_t size);
/// The class for `*size` bytes, which is rounded up to the room of its chunks.
unsigned mc_chunk_class(uint64_t *size);
/// The memory that a span's chunk may lie in.
char *mc_span_start(const struct mc_span *span);
char *mc_span_end(const struct mc_span *span);

/// The chunk that begins there, in use or free; NULL: none does, or its header is broken.
struct mc_chunk *mc_heap_chunk(const void *memory);
/// The chunk that the address lies in, or right behind, or before; NULL: in none. `*broken`: the
/// header that the search for it had to stop at.
struct mc_chunk *mc_heap_chunk_at(const void *address, struct mc_chunk **broken);
/// The chunk, of no span, whose header is there; or NULL.
struct mc_chunk *mc_heap_header(uint64_t at);
/// The region of chunks that the address lies in, or NULL.
const struct mc_region *mc_heap_region(const void *address);
/// Calls `visit` for each chunk of the region from the header at `from` on, until it returns false
/// or a header is broken; returns that one, or NULL.
struct mc_chunk *mc_heap_walk(const struct mc_region *region, char *from,
                              bool (*visit)(struct mc_chunk *chunk, void *context), void *context);
/// Notes a new chunk, if it is the trunk's.
void mc_heap_note_cover(const struct mc_heap *heap, const struct mc_region *region, char *header,
                        char *end);
/// In the trunk's heap: the header at or before the start of the page; NULL: not known.
char *mc_heap_covering(const struct mc_region *region, uint64_t page);

/// True if a fence or poison may be there, as a word.
static inline bool mc_heap_may_be_pattern(uint64_t word) {
  return word - MC_HEAP_POISON < 2 * MC_HEAP_PATTERNS;
}
static inline bool mc_heap_is_of_span(uintptr_t address) {
  return address < MC_HEAPS && (address - MC_HEAPS_FAR) % MC_HEAP_REACH >= MC_HEAP_FAR_BYTES;
}
static inline bool mc_heap_has_readable(uintptr_t address) {
  const uint64_t number = (address - MC_HEAPS_FAR) / MC_HEAP_REACH;
  return ((const struct mc_heap *)(MC_HEAPS + number * MC_HEAP_NEAR_BYTES))->readable;
}
/// Asked of heap memory that the thread has used since its last step. False: it is still in use.
static inline bool mc_heap_may_be_free(uintptr_t address) {
  return mc_heap_is_of_span(address)
             ? mc_heap_has_readable(address)
             : mc_heap_may_be_pattern(*(const uint64_t *)(address & ~(uintptr_t)7));
}
/// False: an access of at most 16 bytes is no misuse. Nothing is read but what the program may read.
static inline bool mc_heap_may_be_misused(uintptr_t address, uint64_t size) {
  const uint64_t *const word = (const uint64_t *)(address & ~(uintptr_t)7);
  const uint64_t far = address - MC_HEAPS_FAR, last = address + size - 1;
  if (address - MC_HEAPS >= (uint64_t)MC_HEAP_COUNT * MC_HEAP_NEAR_BYTES) {
    if (far >= MC_HEAP_COUNT * MC_HEAP_REACH)
      return false;
    const struct mc_heap *heap =
        (const struct mc_heap *)(MC_HEAPS + far / MC_HEAP_REACH * MC_HEAP_NEAR_BYTES);
    if (mc_heap_is_of_span(address))
      return heap->readable || last % MC_HEAP_PAGE >= MC_HEAP_PAGE - MC_HEAP_ALIGNMENT;
    if (last + sizeof(struct mc_chunk) >= (uintptr_t)heap->far.next)
      return true;
  }
  const uint64_t *const behind = (const uint64_t *)(last & ~(uint64_t)7) + 1;
  if (mc_heap_may_be_pattern(*word) || mc_heap_may_be_pattern(behind[-1]) ||
      mc_heap_may_be_pattern(*behind))
    return true;
  // The end of a header?
  const uint64_t *const header = word + 1 - sizeof(struct mc_chunk) / sizeof *word;
  return (uintptr_t)word % MC_HEAP_ALIGNMENT &&
         ((uintptr_t)word % MC_HEAP_PAGE < sizeof(struct mc_chunk) ||
          *header >> 40 == MC_CHUNK_IN_USE || *header >> 40 == MC_CHUNK_FREE);
}

//===- Stacks ---------------------------------------------------------------------------------===//

extern void *__libc_stack_end;            // of the main thread
extern uintptr_t mc_below_main MC_HIDDEN; ///< the last byte of the main thread's stack that is none
                                          ///< of main's own variables
static inline bool mc_may_be_on_stack(uint64_t address) {
  return address - MC_HEAPS < MC_STACK_SLOT * MC_MAX_THREADS ||
         mc_below_main - address < MC_STACK_SLOT;
}

#endif // MC_RUNTIME_MEMORY_CHUNK_H
