// runtime/foreign/patch_puns.h - jumps over instructions of less than 5 bytes.
#ifndef MC_RUNTIME_FOREIGN_PATCH_PUNS_H
#define MC_RUNTIME_FOREIGN_PATCH_PUNS_H

#include <stdint.h>

/// At the start: takes memory.
void mc_puns_start(void);

/// The jump over the `length` bytes at `address` ends in the bytes that follow there, which stay as
/// they are. Makes a second jump, to `target`, where such a jump can lead, and returns where that
/// is; 0: there is no room.
uint64_t mc_pun(uint64_t address, unsigned length, uint64_t target);

/// They can be executed; until the next is made.
void mc_puns_close(void);

#endif // MC_RUNTIME_FOREIGN_PATCH_PUNS_H
