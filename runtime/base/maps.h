// runtime/base/maps.h - the mappings of this process.
#ifndef MC_RUNTIME_BASE_MAPS_H
#define MC_RUNTIME_BASE_MAPS_H

#include <stdbool.h>
#include <stdint.h>

struct mc_mapping {
  uint64_t start, end;
  bool readable, writable, executable, shared;
  uint64_t offset, device, inode; ///< of the file, or of shared memory
  bool is_anonymous; ///< and shared: no file
  bool is_stack; ///< the main thread's, which grows downwards
};

/// Calls `visit` for each, by address, until it returns false. False: it did, or they cannot be
/// read.
bool mc_maps_visit(bool (*visit)(const struct mc_mapping *mapping));

/// Of shared memory: a byte for each page, whose lowest bit says whether anybody has touched it.
/// Most were not, and to read one makes it. Where the machine swaps, all count as touched.
void mc_find_touched_pages(const char *from, uint64_t bytes, uint8_t *is_touched);
/// Those pages, into memory that is zero.
void mc_copy_pages(char *to, const char *from, uint64_t bytes, const uint8_t *is_touched);
/// Both.
void mc_copy_touched_pages(char *to, const char *from, uint64_t bytes);

#endif // MC_RUNTIME_BASE_MAPS_H
