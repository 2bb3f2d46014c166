// runtime/heap/heap.c - the program's memory under mcmini: a heap for each thread, so that the
// addresses that a thread gets in a trace depend on nothing but its own calls. Names of objects
// rest on that (object.c). The trunk has a heap of its own, which grows no more in traces.
//
// The near regions of all heaps lie side by side, because one more page table costs a trace as much
// as a page. The far regions, and those of spans, are mapped as they grow; the former stay mapped
// from trace to trace. Chunks are cut from a region's start, rounded up to a size class. A chunk
// that its owner frees is used again, in the order of the frees. A chunk that another thread frees
// is not: when that happens depends on the schedule.
//
// In the checked heap a free chunk rests first. It is used again only when the near region is full
// and its owner has got back REST bytes more, and four times the chunk's own size.
#include "heap_internal.h"
#include "heap.h"
#include "runtime/memory/chunk.h"
#include "runtime/memory/protection.h"
#include "runtime/snapshot/snapshot.h"
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum {
  PAGE = MC_HEAP_PAGE,
  REST = 16 << 10,
  FIRST_GROWTH = 256 << 10,
  MOST_GUARDED = 512, // spans of a heap: each makes two more mappings
};
static const uint64_t LARGEST = (uint64_t)16 << 30, MOST_GROWTH = (uint64_t)64 << 20;

//===- Taking ---------------------------------------------------------------------------------===//

static bool map_new(uint64_t start, uint64_t bytes) {
  if (mc_sys(SYS_mmap, start, bytes, PROT_READ | PROT_WRITE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1) != (long)start)
    return false;
  if (mc_heap_is_of_span(start))
    mc_snapshot_mapped(start, bytes);
  else
    mc_snapshot_mapped_to_stay(start, bytes);
  return true;
}

/// Some of it may be there since an earlier trace.
static bool map(struct mc_region *region, uint64_t bytes) {
  const uint64_t end = (uintptr_t)region->end + bytes;
  for (uint64_t at = (uintptr_t)region->end, next; at < end; at = next) {
    const uint64_t border = mc_protection_border(at);
    next = border < end ? border : end;
    if (!mc_protection_covers(at) && !map_new(at, next - at))
      return false;
  }
  region->end += bytes;
  return true;
}

static bool grow(struct mc_region *region, uint64_t bytes, uint64_t limit) {
  const uint64_t so_far = (uint64_t)(region->end - region->start);
  const uint64_t least = (bytes + FIRST_GROWTH - 1) & ~(uint64_t)(FIRST_GROWTH - 1);
  uint64_t more = so_far < FIRST_GROWTH  ? FIRST_GROWTH
                  : so_far < MOST_GROWTH ? so_far
                                         : MOST_GROWTH;
  if (more < least)
    more = least;
  if (more > limit - so_far)
    more = limit - so_far;
  return more >= bytes && (map(region, more) || (more > least && map(region, least)));
}

/// Cuts a chunk off the region's start; NULL: it does not fit.
static struct mc_chunk *cut(const struct mc_heap *heap, struct mc_region *region, size_t alignment,
                            uint64_t room) {
  const uint64_t header = sizeof(struct mc_chunk), start = (uintptr_t)region->next;
  uint64_t memory = (start + header + alignment - 1) & ~(uint64_t)(alignment - 1);
  while (memory - header != start && memory - header - start < header)
    memory += alignment; // what is left out is a chunk too
  if (memory + room < memory || memory + room > (uintptr_t)region->end)
    return NULL;
  struct mc_chunk *chunk = (struct mc_chunk *)(memory - header);
  if ((uintptr_t)chunk != start) {
    struct mc_chunk *gap = (struct mc_chunk *)start;
    gap->size = (uintptr_t)chunk - start - header;
    mc_chunk_set_state(gap, MC_CHUNK_GAP);
    mc_heap_note_cover(heap, region, (char *)gap, (char *)chunk);
  }
  region->next = (char *)(memory + room);
  mc_heap_note_cover(heap, region, (char *)chunk, region->next);
  return chunk;
}

/// Puts the chunk's memory at the end of its span; false: it does not fit.
static bool place(struct mc_span *span, size_t alignment, uint64_t size) {
  char *memory = (char *)((uintptr_t)(mc_span_end(span) - size) & ~(uint64_t)(alignment - 1));
  if (memory < mc_span_start(span) + MC_HEAP_ALIGNMENT)
    return false;
  span->memory = memory;
  return true;
}

static struct mc_chunk *cut_span(struct mc_heap *heap, size_t alignment, uint64_t room,
                                 uint64_t size) {
  struct mc_region *region = &heap->spans;
  const uint64_t pages = 2 + (room + alignment + MC_HEAP_ALIGNMENT + PAGE - 1) / PAGE;
  if (pages * PAGE > (uint64_t)(region->end - region->next) &&
      !grow(region, pages * PAGE, MC_HEAP_SPANS_BYTES))
    return NULL;
  struct mc_span *span = (struct mc_span *)region->next;
  region->next += pages * PAGE;
  span->pages = pages;
  place(span, alignment, size);
  mc_heap_note_cover(heap, region, (char *)span, region->next);
  if (mc_heap_checked && heap->guarded < MOST_GUARDED) {
    heap->guarded++;
    mc_sys(SYS_mprotect, mc_span_end(span), PAGE, PROT_NONE);
  }
  return &span->chunk;
}

/// The first of the class's free chunks that has rested, taken off its ring; or NULL.
static struct mc_chunk *mc_heap_reuse(struct mc_heap *heap, unsigned class, size_t alignment,
                                      uint64_t room, uint64_t size) {
  struct mc_chunk *last = heap->free[class], *chunk = last ? last->next : NULL;
  if (!chunk || (mc_heap_checked && heap->freed_bytes - chunk->rests < REST + 4 * room))
    return NULL;
  if (mc_heap_is_span(chunk) ? !place((struct mc_span *)chunk, alignment, size)
                             : (uintptr_t)mc_chunk_memory(chunk) % alignment)
    return NULL;
  heap->free[class] = chunk == last ? NULL : last;
  last->next = chunk->next;
  struct mc_damage damage;
  if (mc_heap_checked && mc_heap_is_damaged(chunk, &damage))
    mc_heap_end_damaged(chunk, &damage, "when the memory was to be used again", 0);
  if (mc_heap_is_span(chunk)) {
    struct mc_span *span = (struct mc_span *)chunk;
    if (span->hidden)
      mc_sys(SYS_mprotect, mc_span_start(span), mc_span_end(span) - mc_span_start(span),
             PROT_READ | PROT_WRITE);
    span->hidden = 0;
    span->poisoned = 0;
  } else if (mc_heap_checked) {
    mc_heap_unpoison(chunk);
  }
  return chunk;
}

static struct mc_chunk *mc_heap_find_small(struct mc_heap *heap, unsigned class, size_t alignment,
                                           uint64_t room, uint64_t size, bool *fresh) {
  struct mc_chunk *chunk = mc_heap_checked ? cut(heap, &heap->near, alignment, room) : NULL;
  if (chunk)
    return chunk;
  chunk = mc_heap_reuse(heap, class, alignment, room, size);
  *fresh = !chunk;
  if (!chunk && !mc_heap_checked)
    chunk = cut(heap, &heap->near, alignment, room);
  if (!chunk)
    chunk = cut(heap, &heap->far, alignment, room);
  if (!chunk && grow(&heap->far, room + 2 * alignment + 2 * sizeof *chunk, MC_HEAP_FAR_BYTES))
    chunk = cut(heap, &heap->far, alignment, room);
  return chunk;
}

void *mc_heap_take(struct mc_heap *heap, size_t alignment, size_t size, uint64_t code,
                   bool *fresh) {
  if (size > LARGEST || alignment > LARGEST)
    return NULL;
  uint64_t room = mc_chunk_wanted(size);
  const unsigned class = mc_chunk_class(&room);
  struct mc_chunk *chunk;
  *fresh = true;
  if (room < MC_HEAP_LARGE && alignment < MC_HEAP_LARGE) {
    chunk = mc_heap_find_small(heap, class, alignment, room, size, fresh);
  } else { // the pages of a free span are given back: it is all 0
    chunk = mc_heap_reuse(heap, class, alignment, room, size);
    if (!chunk)
      chunk = cut_span(heap, alignment, room, size);
  }
  if (!chunk)
    return NULL;
  chunk->size = size;
  chunk->code = code;
  chunk->allocated = mc_heap_event(heap);
  mc_chunk_set_state(chunk, MC_CHUNK_IN_USE);
  if (mc_heap_checked)
    mc_heap_fence(chunk);
  return mc_chunk_memory(chunk);
}

static void mc_heap_look_at_fence(const struct mc_chunk *chunk, uint64_t code) {
  struct mc_damage damage;
  if (mc_heap_checked && mc_heap_is_damaged(chunk, &damage))
    mc_heap_end_damaged(chunk, &damage, "when the memory was freed", code);
}

bool mc_heap_resize(struct mc_chunk *chunk, size_t size, uint64_t code) {
  uint64_t room = mc_chunk_wanted(size);
  mc_chunk_class(&room);
  if (size > LARGEST || (mc_heap_is_span(chunk) ? size > chunk->size || size < chunk->size / 2
                                                : room != mc_chunk_room(chunk)))
    return false;
  mc_heap_look_at_fence(chunk, code);
  chunk->size = size;
  mc_chunk_set_state(chunk, MC_CHUNK_IN_USE);
  if (mc_heap_checked)
    mc_heap_fence(chunk);
  return true;
}

//===- Giving back ----------------------------------------------------------------------------===//

/// A pending operation on this memory: the search will look at it.
static bool is_waited_for(const char *start, const char *end) {
  const struct mc_model *model = &mc_process->model;
  for (mc_thread t = 0; t < model->thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(model, t);
    for (int i = 0; pending && i < pending->objects; i++) {
      const volatile char *address = model->object[pending->object[i]].address;
      if (address >= start && address < end)
        return true;
    }
  }
  return false;
}

/// Makes a span free. With `own_pages`, which this trace or the trunk itself has mapped, its pages
/// are given back to the kernel.
static void give_back_span(struct mc_span *span, bool own_pages) {
  char *const start = mc_span_start(span), *const end = mc_span_end(span);
  if (!mc_heap_checked) {
    if (own_pages)
      mc_sys(SYS_madvise, start, end - start, MADV_DONTNEED);
  } else if (!own_pages) {
    span->poisoned = PAGE; // of memory that is put back, the rest costs too much
  } else if (is_waited_for(start, end)) {
    span->poisoned = (uint32_t)span->chunk.size;
  } else {
    span->hidden = mc_sys(SYS_mmap, start, end - start, PROT_NONE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                          -1) == (long)(uintptr_t)start;
  }
  if (span->poisoned) {
    mc_heap_numbered(mc_heap_owner(span))->readable++;
    mc_heap_poison(&span->chunk, span->poisoned);
  }
}

void mc_heap_give_back(struct mc_chunk *chunk, uint64_t code) {
  struct mc_heap *own = mc_heap_own();
  const unsigned owner = mc_heap_owner(chunk);
  mc_heap_look_at_fence(chunk, code);
  chunk->freed_by = mc_mode == MC_MODE_TRUNK ? MC_HEAP_TRUNK : mc_self_;
  chunk->freed = own ? mc_heap_event(own) : 0;
  mc_chunk_set_state(chunk, MC_CHUNK_FREE);
  const bool is_own = own && own == mc_heap_numbered(owner);
  uint64_t room = mc_chunk_wanted(chunk->size);
  const unsigned class = mc_chunk_class(&room);
  if (mc_heap_is_span(chunk))
    give_back_span((struct mc_span *)chunk, is_own || owner != MC_HEAP_TRUNK);
  else if (mc_heap_checked)
    mc_heap_poison(chunk, chunk->size);
  if (!is_own || (mc_heap_is_span(chunk) && mc_heap_checked && !((struct mc_span *)chunk)->hidden))
    return;
  own->freed_bytes += room;
  chunk->rests = own->freed_bytes;
  struct mc_chunk **last = &own->free[class];
  chunk->next = *last ? (*last)->next : chunk;
  if (*last)
    (*last)->next = chunk;
  if (!*last || mc_heap_checked)
    *last = chunk;
}

//===- Start ----------------------------------------------------------------------------------===//

void mc_heap_start(void) {
  const uint64_t bytes = (uint64_t)MC_HEAP_COUNT * MC_HEAP_NEAR_BYTES;
  mc_heap_prepare();
  if (mc_session->config.heap == MC_HEAP_LIBC || mc_heap_is_sanitizers())
    return;
  mc_heap_chunk_start();
  mc_heap_finding_start();
  mc_heap_is_mapped = mc_sys(SYS_mmap, MC_HEAPS, bytes, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE,
                             -1) == (long)MC_HEAPS;
  mc_heap_checked = mc_heap_is_mapped && mc_session->config.heap == MC_HEAP_CHECKED;
  mc_sys(SYS_madvise, MC_HEAPS, bytes, MADV_NOHUGEPAGE); // one would be cleared in every trace
}
