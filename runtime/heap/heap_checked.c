// runtime/heap/heap_checked.c - what makes misuse of the heap visible without a look at each
// access: bytes with a known pattern behind a chunk (the fence), and in free memory (the poison).
//
// The pattern is a word, the same for the whole chunk. As a pointer it leads to an address where
// nothing is: a pointer that is read from a free chunk faults when it is followed, and the address
// says which chunk that was. A write is found when the pattern is gone: as the chunk is freed or
// used again, and at the end of the trace.
//
// At the end of a trace all chunks of its threads are looked at. Of the trunk's chunks those are
// looked at that lie on pages which the trace may have written; all, if no snapshot knows these.
#include "heap_internal.h"
#include "heap.h"
#include "runtime/base/base.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include "runtime/snapshot/snapshot.h"
#include <string.h>

static const uint64_t POISON = MC_HEAP_POISON, FENCE = MC_HEAP_POISON + MC_HEAP_PATTERNS;
enum {
  EACH = 16,      // bits of addresses that mean the same chunk: 32 KB to both sides
  NEAR_IDS = 20,  // bits of its number in the near regions,
  TRUNK_IDS = 25, // in the far one of the trunk,
  FAR_IDS = 18,   // and in that of a thread; 0: one beyond all that, or of a span
};

//===- Patterns -------------------------------------------------------------------------------===//

static uint64_t id_of(const struct mc_chunk *chunk) {
  if ((uintptr_t)chunk >= MC_HEAPS)
    return ((uintptr_t)chunk - MC_HEAPS) / MC_HEAP_ALIGNMENT;
  const unsigned owner = mc_heap_owner(chunk);
  const char *const start = mc_heap_numbered(owner)->far.start;
  const uint64_t far = (uint64_t)((const char *)chunk - start) / MC_HEAP_ALIGNMENT;
  if (mc_heap_is_span(chunk))
    return 0;
  if (owner == MC_HEAP_TRUNK)
    return far < (1 << TRUNK_IDS) - (1 << NEAR_IDS) ? (1 << NEAR_IDS) + far : 0;
  return far < 1 << FAR_IDS ? ((uint64_t)1 << TRUNK_IDS) + ((uint64_t)owner << FAR_IDS) + far : 0;
}

static struct mc_chunk *chunk_of(uint64_t id) {
  uint64_t at = MC_HEAPS + id * MC_HEAP_ALIGNMENT;
  if (id >= 1 << TRUNK_IDS) {
    id -= 1 << TRUNK_IDS;
    const struct mc_heap *heap = mc_heap_numbered((unsigned)(id >> FAR_IDS));
    at = (uintptr_t)heap->far.start + (id & ((1 << FAR_IDS) - 1)) * MC_HEAP_ALIGNMENT;
  } else if (id >= 1 << NEAR_IDS) {
    at = (uintptr_t)mc_heap_numbered(MC_HEAP_TRUNK)->far.start +
         (id - (1 << NEAR_IDS)) * MC_HEAP_ALIGNMENT;
  }
  return id ? mc_heap_header(at) : NULL;
}

static uint64_t pattern(uint64_t kind, const struct mc_chunk *chunk) {
  return kind + (id_of(chunk) << EACH) + (1 << (EACH - 1));
}

bool mc_heap_is_pattern(uint64_t address, struct mc_chunk **chunk, enum mc_finding_kind *kind) {
  if (!mc_heap_checked || !mc_heap_may_be_pattern(address))
    return false;
  const uint64_t id = address % MC_HEAP_PATTERNS >> EACH;
  *kind = address < FENCE ? MC_FINDING_USE_AFTER_FREE : MC_FINDING_HEAP_OVERFLOW;
  *chunk = chunk_of(id);
  return *chunk || id == 0;
}

static char byte_of(uint64_t word, const char *at) { return (char)(word >> (uintptr_t)at % 8 * 8); }

static void fill(char *from, const char *to, uint64_t word) {
  while (from < to && (uintptr_t)from % 8)
    *from = byte_of(word, from), from++;
  for (; to - from >= 8; from += 8)
    *(uint64_t *)from = word;
  while (from < to)
    *from = byte_of(word, from), from++;
}

/// The first word that is not the pattern.
static const uint64_t *differing_word(const uint64_t *from, const uint64_t *to, uint64_t word) {
  enum { BLOCK = 4 };
  while (to - from >= BLOCK) {
    uint64_t difference = 0;
    for (int i = 0; i < BLOCK; i++)
      difference |= from[i] ^ word;
    if (difference)
      break;
    from += BLOCK;
  }
  while (from < to && *from == word)
    from++;
  return from;
}

/// The first byte that is not the pattern's.
static const char *differs(const char *from, const char *to, uint64_t word) {
  while (from < to && (uintptr_t)from % 8 && *from == byte_of(word, from))
    from++;
  if ((uintptr_t)from % 8 == 0)
    from = (const char *)differing_word((const uint64_t *)from,
                                        (const uint64_t *)(to - (to - from) % 8), word);
  while (from < to && *from == byte_of(word, from))
    from++;
  return from;
}

static bool is_damaged(const char *memory, const char *from, const char *to, uint64_t word,
                       enum mc_finding_kind kind, struct mc_damage *damage) {
  const char *first = differs(from, to, word), *last = to;
  if (first >= to)
    return false;
  while (last[-1] == byte_of(word, last - 1))
    last--;
  *damage = (struct mc_damage){kind, first - memory, last - first};
  return true;
}

//===- Chunks ---------------------------------------------------------------------------------===//

struct fence {
  char *before, *memory, *behind, *end;
};

static struct fence fence_of(const struct mc_chunk *chunk) {
  struct fence f = {.memory = mc_chunk_memory(chunk)};
  f.before = f.memory;
  f.behind = f.memory + chunk->size;
  if (mc_heap_is_span(chunk)) {
    char *const start = mc_span_start((const struct mc_span *)chunk);
    f.end = mc_span_end((const struct mc_span *)chunk);
    f.before = f.memory - start > MC_HEAP_MOST_GUARD ? f.memory - MC_HEAP_MOST_GUARD : start;
  } else {
    f.end = f.memory + mc_chunk_room(chunk);
  }
  if (f.end - f.behind > MC_HEAP_MOST_GUARD)
    f.end = f.behind + MC_HEAP_MOST_GUARD;
  return f;
}

void mc_heap_fence(const struct mc_chunk *chunk) {
  const struct fence f = fence_of(chunk);
  const uint64_t word = pattern(FENCE, chunk);
  fill(f.before, f.memory, word);
  fill(f.behind, f.end, word);
}

void mc_heap_poison(const struct mc_chunk *chunk, uint64_t bytes) {
  char *const memory = mc_chunk_memory(chunk);
  if (bytes > chunk->size)
    bytes = chunk->size;
  fill(memory, memory + bytes, pattern(POISON, chunk));
}

void mc_heap_unpoison(const struct mc_chunk *chunk) {
  const uint64_t no_address = 0xa5a5a5a5a5a5a5a5;
  char *const memory = mc_chunk_memory(chunk);
  fill(memory, memory + chunk->size, no_address);
}

bool mc_heap_is_damaged(const struct mc_chunk *chunk, struct mc_damage *damage) {
  const struct fence f = fence_of(chunk);
  const struct mc_span *span = mc_heap_is_span(chunk) ? (const struct mc_span *)chunk : NULL;
  if (chunk->state == MC_CHUNK_FREE) {
    const uint64_t most = span ? span->poisoned : chunk->size;
    const uint64_t bytes = most < chunk->size ? most : chunk->size;
    if (is_damaged(f.memory, f.memory, f.memory + bytes, pattern(POISON, chunk),
                   MC_FINDING_USE_AFTER_FREE, damage))
      return true;
    if (span && (span->hidden || !span->poisoned))
      return false;
  }
  const uint64_t word = pattern(FENCE, chunk);
  return is_damaged(f.memory, f.behind, f.end, word, MC_FINDING_HEAP_OVERFLOW, damage) ||
         is_damaged(f.memory, f.before, f.memory, word, MC_FINDING_HEAP_OVERFLOW, damage);
}

//===- The end of a trace ---------------------------------------------------------------------===//

struct sweep {
  struct mc_chunk *damaged; ///< the first, or
  struct mc_chunk *broken;  ///< the header at which it ended
  struct mc_damage damage;
  char *page; ///< of the trunk: only chunks that begin before its end; NULL: all
  struct mc_leaked leaked;
};

static bool look_at(struct mc_chunk *chunk, void *context) {
  struct sweep *sweep = context;
  if (sweep->page && (char *)chunk >= sweep->page + MC_HEAP_PAGE)
    return false;
  if (chunk->state == MC_CHUNK_IN_USE) {
    sweep->leaked.chunks++;
    sweep->leaked.bytes += chunk->size;
  }
  if (!mc_heap_checked || !mc_heap_is_damaged(chunk, &sweep->damage))
    return true;
  sweep->damaged = chunk;
  return false;
}

static const char at_end[] = "at the end of the trace";

static void end_if_found(const struct sweep *sweep) {
  if (sweep->damaged)
    mc_heap_end_damaged(sweep->damaged, &sweep->damage, at_end, 0);
  if (sweep->broken)
    mc_heap_end_broken(sweep->broken, at_end, 0);
}

static void look_at_heap(unsigned number, struct mc_leaked *leaked) {
  struct mc_heap *heap = mc_heap_numbered(number);
  struct sweep sweep = {.damaged = NULL};
  for (const struct mc_region *region = &heap->near; region <= &heap->spans; region++) {
    sweep.broken = mc_heap_walk(region, region->start, look_at, &sweep);
    end_if_found(&sweep);
  }
  leaked->chunks += sweep.leaked.chunks;
  leaked->bytes += sweep.leaked.bytes;
}

struct hot {
  struct mc_heap *trunk;
  struct sweep first[3]; ///< of each region
};

static uintptr_t place_of(const struct sweep *sweep) {
  return sweep->damaged  ? (uintptr_t)sweep->damaged
         : sweep->broken ? (uintptr_t)sweep->broken
                         : UINTPTR_MAX;
}

static void look_at_page(uint64_t page, void *context) {
  struct hot *hot = context;
  if (page - (uintptr_t)hot->trunk >= MC_HEAP_NEAR_BYTES &&
      page - (uintptr_t)hot->trunk->far.start >= MC_HEAP_FAR_BYTES + MC_HEAP_SPANS_BYTES)
    return; // most pages
  for (int i = 0; i < 3; i++) {
    const struct mc_region *region = &hot->trunk->near + i;
    if (page + MC_HEAP_PAGE <= (uintptr_t)region->start || page >= (uintptr_t)region->next)
      continue;
    struct sweep sweep = {.page = (char *)page};
    char *from = mc_heap_covering(region, page);
    if (from)
      sweep.broken = mc_heap_walk(region, from, look_at, &sweep);
    if (place_of(&sweep) < place_of(&hot->first[i]))
      hot->first[i] = sweep;
  }
}

static void look_at_trunk(void) {
  struct hot hot = {.trunk = mc_heap_numbered(MC_HEAP_TRUNK)};
  struct mc_leaked unused = {0, 0};
  if (!mc_snapshot_is_taken() || !mc_shared->search.trunk_heap_is_whole) {
    look_at_heap(MC_HEAP_TRUNK, &unused);
    mc_shared->search.trunk_heap_is_whole = true; // cold pages stay so
    return;
  }
  mc_snapshot_visit_hot(look_at_page, &hot);
  for (int i = 0; i < 3; i++)
    end_if_found(&hot.first[i]);
}

void mc_heap_end_of_trace(enum mc_trace_kind kind) {
  struct mc_leaked leaked = {0, 0};
  if (!mc_heap_is_mapped)
    return;
  for (int i = 0; i < MC_HEAP_TRUNK / 64; i++)
    for (uint64_t bits = mc_heap_used[i]; bits; bits &= bits - 1)
      look_at_heap((unsigned)(64 * i + __builtin_ctzll(bits)), &leaked);
  if (mc_heap_checked && mc_heap_used[MC_HEAP_TRUNK / 64])
    look_at_trunk();
  if (kind != MC_COMPLETED || mc_mode == MC_MODE_TRUNK)
    return;
  if (leaked.chunks > mc_shared->search.leaked.chunks)
    mc_shared->search.leaked.chunks = leaked.chunks;
  if (leaked.bytes > mc_shared->search.leaked.bytes)
    mc_shared->search.leaked.bytes = leaked.bytes;
}

//===- Accesses that are operations -----------------------------------------------------------===//

// A pattern may be what the program has left or copied there: the chunk that it names decides.

/// Does the access use bytes that the chunk does not give? `*first` is the first of these.
static bool is_misuse(const struct mc_chunk *chunk, uintptr_t address, uint64_t size,
                      int64_t *first) {
  const char *const memory = mc_chunk_memory(chunk), *const end = fence_of(chunk).end;
  const int64_t from = (int64_t)(address - (uintptr_t)memory), to = from + (int64_t)size;
  const int64_t bytes = (int64_t)chunk->size, before = -(int64_t)sizeof chunk->guard;
  if (from >= end - memory || to <= before)
    return false;
  *first = from < 0 || chunk->state == MC_CHUNK_FREE || from > bytes ? from : bytes;
  return from < 0 || to > bytes || chunk->state == MC_CHUNK_FREE;
}

/// The chunk that the word belongs to: the word is a pattern, or the end of a header.
static struct mc_chunk *named_by(const uint64_t *word) {
  struct mc_chunk *broken;
  if (mc_heap_may_be_pattern(*word)) {
    const uint64_t id = *word % MC_HEAP_PATTERNS >> EACH;
    return id ? chunk_of(id) : mc_heap_chunk_at(word, &broken);
  }
  return (uintptr_t)(word + 1) % MC_HEAP_ALIGNMENT == 0
             ? mc_heap_header((uintptr_t)(word + 1) - sizeof(struct mc_chunk))
             : NULL;
}

/// No word of a span is looked at: the program itself is to meet what cannot be read.
static bool may_be_misused(const struct mc_region *region, uintptr_t last) {
  const struct mc_heap *heap = mc_heap_numbered(mc_heap_owner(region->start));
  return heap->readable || last % MC_HEAP_PAGE >= MC_HEAP_PAGE - MC_HEAP_ALIGNMENT;
}

struct mc_chunk *mc_heap_misused_by_access(uintptr_t address, uint64_t size, int64_t *first) {
  const struct mc_region *region = mc_heap_region((void *)address);
  struct mc_chunk *chunk, *broken;
  const uintptr_t last = address + size - 1;
  if (!region || size == 0)
    return NULL;
  if (mc_heap_is_span((void *)address)) {
    chunk = may_be_misused(region, last) ? mc_heap_chunk_at((void *)address, &broken) : NULL;
    return chunk && is_misuse(chunk, address, size, first) ? chunk : NULL;
  }
  const uint64_t *const behind = (const uint64_t *)(last & ~(uintptr_t)7) + 1;
  // The first word of a fence may be in part the chunk's: the next one says whose it is.
  for (const uint64_t *word = (const uint64_t *)(address & ~(uintptr_t)7);
       word <= behind && (const char *)word < region->next; word++) {
    chunk = word < behind || mc_heap_may_be_pattern(*word) ? named_by(word) : NULL;
    if (chunk && is_misuse(chunk, address, size, first))
      return chunk;
  }
  return NULL;
}

static struct mc_chunk *misused(const volatile void *address) {
  const uint64_t *word = (const uint64_t *)((uintptr_t)address & ~(uintptr_t)7);
  struct mc_chunk *broken;
  if (!mc_heap_checked || !mc_heap_has((const void *)address) || !mc_heap_may_be_pattern(*word))
    return NULL;
  struct mc_chunk *chunk = mc_heap_chunk_at((const void *)address, &broken);
  if (!chunk || chunk->state == MC_CHUNK_FREE)
    return chunk;
  const uint64_t offset = (uintptr_t)address - (uintptr_t)mc_chunk_memory(chunk);
  return offset >= chunk->size ? chunk : NULL;
}

/// An object may be made for memory that the program has in other schedules only.
bool mc_heap_is_misused(const volatile void *address) {
  return mc_heap_has((const void *)address) && mc_is_readable((uintptr_t)address & ~(uintptr_t)7) &&
         misused(address);
}

bool mc_heap_is_misused_by(const struct mc_operation *operation) {
  for (unsigned i = 0; i < operation->objects; i++)
    if (misused(mc_memory_of(operation, i)))
      return true;
  return false;
}
