// driver/symbols.h - addresses of the program as names: functions, source lines, variables, frames.
//
// Works on the memory map of the trunk, which every worker shares, and on the files in it. Without
// debug information the names are those of the symbol table, and there are no lines.
#ifndef MC_DRIVER_SYMBOLS_H
#define MC_DRIVER_SYMBOLS_H

#include "runtime/session.h"
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct symbols;

/// `maps`: the text of /proc/PID/maps; empty: then nothing has a name [own: the process].
struct symbols *symbols_open(const char *maps, size_t size);

struct code_place {
  const char *function; ///< demangled, without parameters; NULL: unknown
  const char *file;     ///< NULL: unknown
  unsigned line;
  const char *module; ///< the file that it was loaded from, NULL: unknown
  uint64_t offset;    ///< in the module
  uint64_t address;   ///< in the process
};

/// Where the code at `address` comes from. `is_return`: the address behind a call.
struct code_place symbols_code(struct symbols *symbols, uint64_t address, bool is_return);

/// Is the file one of a library that the program uses?
bool symbols_is_of_library(const char *file);

/// The function's name in the source, without parameters and without what compilers, and ours, add
/// to the symbol of a copy: "increment.isra.0", "add.unused".
const char *symbols_function(const char *symbol);

struct data_place {
  const char *symbol;   ///< as in the source, in C++ with its scopes
  uint64_t offset;      ///< of the address in it
  uint64_t symbol_size; ///< 0: unknown
};

/// The symbol at `address`. False: none is known.
bool symbols_data(struct symbols *symbols, uint64_t address, struct data_place *place);

/// The `size` bytes at `address` as in the source: "pool.lock", "forks[2]" [own: free]; NULL: not
/// known. Reads all debug information of the module.
char *symbols_path(struct symbols *symbols, uint64_t address, uint64_t size);

/// What a number in memory is, by the type of the variable. Bits: that is not known.
enum number_kind { NUMBER_BITS, NUMBER_SIGNED, NUMBER_UNSIGNED };

/// Of the `size` bytes at `address`. Reads the same.
enum number_kind symbols_number(struct symbols *symbols, uint64_t address, uint64_t size);

/// The frames of a thread whose registers and stack were kept, innermost first; returns how many.
unsigned symbols_unwind(struct symbols *symbols, const struct mc_machine_state *machine,
                        struct code_place *frame, unsigned most);

/// Where the compiler stood when it compiled `file`, a relative name; NULL: unknown.
const char *symbols_directory(struct symbols *symbols, const char *file);

/// Calls `visit` with the name of every source file of which debug information says that it was
/// compiled with -f`feature`, not followed by -fno-`feature`.
void symbols_compiled_with(struct symbols *symbols, const char *feature,
                           void (*visit)(void *context, const char *file), void *context);

/// Calls `visit` with the path of every file that is loaded.
void symbols_modules(struct symbols *symbols, void (*visit)(void *context, const char *path),
                     void *context);

/// The same of those for which there is no debug information.
void symbols_without_lines(struct symbols *symbols, void (*visit)(void *context, const char *path),
                           void *context);

#endif // MC_DRIVER_SYMBOLS_H
