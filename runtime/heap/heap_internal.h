// runtime/heap/heap_internal.h - between the files of the heap: heap.c (taking and giving back),
// heap_checked.c (what is looked at), heap_finding.c (what is said of it), heap_functions.c (what
// the program calls). Where chunks lie is in memory/chunk.h.
#ifndef MC_RUNTIME_HEAP_HEAP_INTERNAL_H
#define MC_RUNTIME_HEAP_HEAP_INTERNAL_H

#include "heap.h"

//===- heap.c ---------------------------------------------------------------------------------===//

/// NULL: there is no room. `*fresh`: the memory is all 0.
void *mc_heap_take(struct mc_heap *heap, size_t alignment, size_t size, uint64_t code, bool *fresh);
/// False: the chunk would have to move.
bool mc_heap_resize(struct mc_chunk *chunk, size_t size, uint64_t code);
/// The chunk, in use, becomes free.
void mc_heap_give_back(struct mc_chunk *chunk, uint64_t code);

//===- heap_checked.c -------------------------------------------------------------------------===//

/// What is broken of a chunk, in bytes from the start of its memory.
struct mc_damage {
  enum mc_finding_kind kind;
  int64_t first, bytes;
};

/// Fills the bytes around a chunk in use.
void mc_heap_fence(const struct mc_chunk *chunk);
/// Fills the first bytes of a free chunk with what is no valid pointer.
void mc_heap_poison(const struct mc_chunk *chunk, uint64_t bytes);
/// The chunk is to be used again: its memory has no pattern any more, and no valid pointer either.
void mc_heap_unpoison(const struct mc_chunk *chunk);
/// Looks at all that was filled.
bool mc_heap_is_damaged(const struct mc_chunk *chunk, struct mc_damage *damage);
/// The chunk whose bytes the access uses though they are not the program's. `*first` is the first
/// of these bytes, counted from the start of the chunk's memory.
struct mc_chunk *mc_heap_misused_by_access(uintptr_t address, uint64_t size, int64_t *first);
/// True if the address is what a fence (*kind: overflow) or poison (use after free) says, read as a
/// pointer. `*chunk` is the chunk that it belongs to; NULL: not known.
bool mc_heap_is_pattern(uint64_t address, struct mc_chunk **chunk, enum mc_finding_kind *kind);

//===- heap_finding.c -------------------------------------------------------------------------===//

void mc_heap_finding_start(void);
/// The heap's owner takes or frees a chunk: the number of that call, for the chunk's header.
uint32_t mc_heap_event(struct mc_heap *heap);
/// `found`: when; `code`: who called then, 0 at the end of the trace.
_Noreturn void mc_heap_end_damaged(const struct mc_chunk *chunk, const struct mc_damage *damage,
                                   const char *found, uint64_t code);
/// The header of a chunk is broken; `chunk` is where it should be.
_Noreturn void mc_heap_end_broken(const struct mc_chunk *chunk, const char *found, uint64_t code);
/// free() or realloc() of what is no chunk in use.
_Noreturn void mc_heap_end_wrong_free(const void *memory, const char *function, uint64_t code);

/// True if the memory cannot be of any heap: a variable.
bool mc_heap_is_foreign(const void *memory);

//===- heap_sanitizer.c -----------------------------------------------------------------------===//

/// True if a sanitizer in the program has the allocator. From now on it tells what it gives and
/// takes.
bool mc_heap_is_sanitizers(void);

//===- heap_functions.c -----------------------------------------------------------------------===//

/// At the start: finds the allocator behind ours.
void mc_heap_prepare(void);
/// In a process that is checked: another allocator is about to free so many bytes, by a call at
/// `code`. Other threads may run first; then the bytes are written. What libc frees is its own.
void mc_heap_taken(const void *memory, size_t size, uint64_t code);

#endif // MC_RUNTIME_HEAP_HEAP_INTERNAL_H
