// runtime/foreign/unwind_table.h - the functions of a module, as its unwind table (.eh_frame) has
// them.
#ifndef MC_RUNTIME_FOREIGN_UNWIND_TABLE_H
#define MC_RUNTIME_FOREIGN_UNWIND_TABLE_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

/// The table that .eh_frame_hdr has for binary search: by address. [lend: while the module is
/// loaded]
struct mc_functions {
  const uint8_t *header;     ///< addresses count from there
  const int32_t (*entry)[2]; ///< where the code begins; where its entry of .eh_frame lies
  uint32_t count;            ///< 0: the module has none, or one of another kind
};
struct mc_functions mc_functions_of(const struct dl_phdr_info *module);

/// The bytes of code of an entry of .eh_frame; 0: not known. May exceptions be caught there?
uint64_t mc_function_bytes(const uint8_t *entry, bool *catches);

#endif // MC_RUNTIME_FOREIGN_UNWIND_TABLE_H
