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

/// Into memory that is zero: without the pages of shared memory that nobody has touched. They are
/// most, and to read one makes it. Where the machine swaps, all are read.
void mc_copy_touched_pages(char *to, const char *from, uint64_t bytes);

#endif // MC_RUNTIME_BASE_MAPS_H
