// driver/symbols_internal.h - between symbols.c, unwind.c and variable.c.
#ifndef MC_DRIVER_SYMBOLS_INTERNAL_H
#define MC_DRIVER_SYMBOLS_INTERNAL_H

#include "symbols.h"
#include <elfutils/libdwfl.h>
#include <stdbool.h>
#include <stdint.h>

struct symbols {
  Dwfl *dwfl;    ///< NULL: nothing is known
  bool attached; ///< for unwinding
};

/// The part of the variable that starts at `start` which lies `offset` bytes inside and is not
/// larger than `size`: "pool.lock", "forks[2]" [own: free]. NULL: there is no debug information.
char *variable_path(Dwfl_Module *module, uint64_t start, uint64_t offset, uint64_t size);

/// What that is, where it is a number.
enum number_kind variable_number(Dwfl_Module *module, uint64_t start, uint64_t offset,
                                 uint64_t size);

#endif // MC_DRIVER_SYMBOLS_INTERNAL_H
