// primitives/wide.h - values of more than 8 bytes, as the numbers that stand for them.
#ifndef MC_PRIMITIVES_WIDE_H
#define MC_PRIMITIVES_WIDE_H

#include <stdint.h>

enum { MC_WIDE_MOST = 64 }; // bytes that a number can be turned back into

/// Of `size` bytes: up to 8 of them zero-extended; beyond, a number that is another for another
/// value but once in 2^64 times. Depends on the value alone.
uint64_t mc_wide_number(const volatile void *bytes, uint64_t size);

/// The value of such a number of up to MC_WIDE_MOST bytes, the rest zero.
void mc_wide_bytes(uint64_t number, unsigned char bytes[MC_WIDE_MOST]);

/// What a read-modify-write (enum mc_access) of `size` bytes makes of `old`; of more than 16 it
/// knows only those that do not compute.
uint64_t mc_wide_modified(uint16_t kind, uint64_t old, uint64_t operand, uint64_t size);

#endif // MC_PRIMITIVES_WIDE_H
