// runtime/memory/chunk.c - heaps and their chunks: where they are, and which one an address is
// in.
//
// Chunks follow each other in a region, so a walk finds them. The trunk may have a million: of each
// of its pages is known where the chunk begins that covers the page's start.
#include "chunk.h"

enum { PAGE = MC_HEAP_PAGE, COVERED = 1 << 20 }; // pages of a region

uintptr_t mc_below_main MC_PER_TRACE;
bool mc_heap_is_mapped MC_PER_TRACE;
bool mc_heap_checked MC_KEPT;
uint64_t mc_heap_used[3] MC_PER_TRACE;
uint32_t mc_heap_calls MC_PER_TRACE;

/// For each of the trunk's near, far and span pages: where the header at or before the page's start
/// lies, in units of 16 bytes from the region's start.
static uint32_t (*cover)[COVERED] MC_KEPT;

void mc_heap_chunk_start(void) { cover = mc_trunk_memory(3 * sizeof *cover); }

//===- Heaps ----------------------------------------------------------------------------------===//

static uint64_t far_start(unsigned number) {
  return MC_HEAPS_FAR + number * MC_HEAP_REACH;
}

bool mc_heap_has(const void *memory) {
  const uint64_t at = (uintptr_t)memory;
  return mc_heap_is_mapped &&
         (at - MC_HEAPS < (uint64_t)MC_HEAP_COUNT * MC_HEAP_NEAR_BYTES ||
          at - MC_HEAPS_FAR < MC_HEAP_COUNT * MC_HEAP_REACH);
}

unsigned mc_heap_owner(const void *memory) {
  const uint64_t at = (uintptr_t)memory;
  return (unsigned)(at >= MC_HEAPS ? (at - MC_HEAPS) / MC_HEAP_NEAR_BYTES
                                   : (at - MC_HEAPS_FAR) / MC_HEAP_REACH);
}

bool mc_heap_is_span(const struct mc_chunk *chunk) { return mc_heap_is_of_span((uintptr_t)chunk); }

struct mc_heap *mc_heap_numbered(unsigned number) {
  return (struct mc_heap *)(MC_HEAPS + (uint64_t)number * MC_HEAP_NEAR_BYTES);
}

static bool is_used(unsigned number) { return mc_heap_used[number / 64] >> number % 64 & 1; }

struct mc_heap *mc_heap_own(void) {
  if (mc_mode < MC_MODE_TRUNK || mc_self_ == MC_NO_THREAD || !mc_heap_is_mapped)
    return NULL;
  const unsigned number = mc_mode == MC_MODE_TRUNK ? MC_HEAP_TRUNK : mc_self_;
  struct mc_heap *heap = mc_heap_numbered(number);
  if (!heap->near.start) {
    char *const near = (char *)(heap + 1), *const far = (char *)far_start(number);
    heap->near = (struct mc_region){near, near, (char *)heap + MC_HEAP_NEAR_BYTES};
    heap->far = (struct mc_region){far, far, far};
    heap->spans = (struct mc_region){far + MC_HEAP_FAR_BYTES, far + MC_HEAP_FAR_BYTES,
                                     far + MC_HEAP_FAR_BYTES};
    mc_heap_used[number / 64] |= (uint64_t)1 << number % 64;
  }
  return heap;
}

static const struct mc_region *region_of(const void *address) {
  const struct mc_heap *heap = mc_heap_numbered(mc_heap_owner(address));
  return (uintptr_t)address >= MC_HEAPS ? &heap->near
         : mc_heap_is_of_span((uintptr_t)address)     ? &heap->spans
                                        : &heap->far;
}

const struct mc_region *mc_heap_region(const void *address) {
  if (!mc_heap_has(address) || !is_used(mc_heap_owner(address)))
    return NULL;
  const struct mc_region *region = region_of(address);
  const char *at = address;
  return at >= region->start && at < region->next ? region : NULL;
}

//===- Chunks ---------------------------------------------------------------------------------===//

unsigned mc_chunk_class(uint64_t *size) {
  if (*size <= 1024) {
    const unsigned class = *size ? (unsigned)((*size - 1) / MC_HEAP_ALIGNMENT) : 0;
    *size = ((uint64_t) class + 1) * MC_HEAP_ALIGNMENT;
    return class;
  }
  const unsigned power = 63 - (unsigned)__builtin_clzll(*size - 1);
  const uint64_t quarter = (uint64_t)1 << (power - 2), quarters = (*size + quarter - 1) / quarter;
  *size = quarters * quarter;
  return 64 + 4 * (power - 10) + (unsigned)quarters - 5;
}

uint64_t mc_chunk_wanted(uint64_t size) { return size + (mc_heap_checked ? MC_HEAP_GUARD : 0); }

uint64_t mc_chunk_room(const struct mc_chunk *chunk) {
  uint64_t room = chunk->size;
  if (chunk->state == MC_CHUNK_GAP)
    return room;
  room = mc_chunk_wanted(room);
  mc_chunk_class(&room);
  return room;
}

void *mc_chunk_memory(const struct mc_chunk *chunk) {
  return mc_heap_is_span(chunk) ? ((const struct mc_span *)chunk)->memory : (void *)(chunk + 1);
}

char *mc_span_start(const struct mc_span *span) { return (char *)span + PAGE; }
char *mc_span_end(const struct mc_span *span) {
  return (char *)span + (span->pages - 1) * (uint64_t)PAGE;
}

static uint64_t guard_of(const struct mc_chunk *chunk) {
  return ((uintptr_t)chunk ^ (uint64_t)chunk->size << 24 ^ (uint64_t)chunk->state) *
         0x9e3779b97f4a7c15ull;
}

static bool is_whole(const struct mc_chunk *chunk) { return chunk->guard == guard_of(chunk); }

void mc_chunk_set_state(struct mc_chunk *chunk, enum mc_chunk_state state) {
  chunk->state = state;
  chunk->guard = guard_of(chunk);
}

static char *end_of(const struct mc_chunk *chunk) {
  return mc_heap_is_span(chunk) ? (char *)chunk + ((const struct mc_span *)chunk)->pages * PAGE
                                : (char *)(chunk + 1) + mc_chunk_room(chunk);
}

struct mc_chunk *mc_heap_walk(const struct mc_region *region, char *from,
                              bool (*visit)(struct mc_chunk *chunk, void *context), void *context) {
  while (from < region->next) {
    struct mc_chunk *chunk = (struct mc_chunk *)from;
    if (!is_whole(chunk))
      return chunk;
    from = end_of(chunk);
    if (chunk->state != MC_CHUNK_GAP && !visit(chunk, context))
      return NULL;
  }
  return NULL;
}

//===- Which chunk is it? ---------------------------------------------------------------------===//

static unsigned region_number(const struct mc_heap *heap, const struct mc_region *region) {
  return (unsigned)(region - &heap->near);
}

static uint64_t page_number(const struct mc_region *region, uint64_t page) {
  return (page - ((uintptr_t)region->start & ~(uint64_t)(PAGE - 1))) / PAGE;
}

void mc_heap_note_cover(const struct mc_heap *heap, const struct mc_region *region, char *header,
                        char *end) {
  if (heap != mc_heap_numbered(MC_HEAP_TRUNK))
    return;
  uint32_t *const page = cover[region_number(heap, region)];
  const uint64_t last = page_number(region, (uintptr_t)end - 1);
  for (uint64_t i = page_number(region, (uintptr_t)header + PAGE - 1); i <= last && i < COVERED;
       i++)
    page[i] = (uint32_t)((header - region->start) / MC_HEAP_ALIGNMENT);
}

char *mc_heap_covering(const struct mc_region *region, uint64_t page) {
  const struct mc_heap *trunk = mc_heap_numbered(MC_HEAP_TRUNK);
  const uint64_t i = page_number(region, page);
  return i < COVERED
             ? region->start + (uint64_t)cover[region_number(trunk, region)][i] * MC_HEAP_ALIGNMENT
             : NULL;
}

struct address {
  const char *at;
  struct mc_chunk *chunk;
};

static bool contains(struct mc_chunk *chunk, void *context) {
  struct address *address = context;
  if (address->at >= end_of(chunk))
    return true;
  if (address->at >= (char *)chunk)
    address->chunk = chunk;
  return false;
}

struct mc_chunk *mc_heap_chunk_at(const void *at, struct mc_chunk **broken) {
  struct address address = {at, NULL};
  *broken = NULL;
  const struct mc_region *region = mc_heap_region(at);
  if (!region)
    return NULL;
  char *from = region->start;
  if (mc_heap_owner(at) == MC_HEAP_TRUNK)
    from = mc_heap_covering(region, (uintptr_t)at & ~(uint64_t)(PAGE - 1));
  *broken = mc_heap_walk(region, from ? from : region->start, contains, &address);
  return address.chunk;
}

struct mc_chunk *mc_heap_header(uint64_t at) {
  struct mc_chunk *chunk = (struct mc_chunk *)at;
  const struct mc_region *region = mc_heap_region(chunk);
  const bool may_be = region && at % MC_HEAP_ALIGNMENT == 0 && !mc_heap_is_of_span((uintptr_t)chunk) &&
                      (char *)(chunk + 1) <= region->next;
  return may_be && is_whole(chunk) && chunk->state != MC_CHUNK_GAP ? chunk : NULL;
}

struct mc_chunk *mc_heap_chunk(const void *memory) {
  struct mc_chunk *chunk = (struct mc_chunk *)memory - 1, *broken;
  if (!is_used(mc_heap_owner(memory)))
    return NULL;
  if (mc_heap_is_of_span((uintptr_t)memory)) {
    chunk = mc_heap_chunk_at(memory, &broken);
    return chunk && mc_chunk_memory(chunk) == memory ? chunk : NULL;
  }
  const struct mc_region *region = region_of(memory);
  const bool may_be = (uintptr_t)memory % MC_HEAP_ALIGNMENT == 0 &&
                      (char *)chunk >= region->start && (char *)memory <= region->next;
  return may_be && is_whole(chunk) && chunk->state != MC_CHUNK_GAP ? chunk : NULL;
}
