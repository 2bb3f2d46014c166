// driver/symbol_table.h - the symbol tables of ELF files for x86-64, by libelf.
#ifndef MC_DRIVER_SYMBOL_TABLE_H
#define MC_DRIVER_SYMBOL_TABLE_H

#include <gelf.h>
#include <stdbool.h>

struct elf_file {
  int fd;   ///< -1: cannot be read
  Elf *elf; ///< NULL: is none
};

/// Its content is mapped: what nobody looks at is not read.
struct elf_file elf_file_open(const char *path);
void elf_file_close(struct elf_file *file);

/// Called with each symbol; false ends the visit.
typedef bool symbol_visit(void *context, const char *name, const Elf64_Sym *symbol);

/// The symbols of the tables of that type: SHT_SYMTAB or SHT_DYNSYM.
void symbol_table_visit(Elf *elf, unsigned type, symbol_visit *visit, void *context);

/// Bit i for the i-th of some names.
struct symbols_found {
  unsigned named;   ///< it is in a table
  unsigned defined; ///< and not only referred to
};
struct symbols_found symbol_table_find(Elf *elf, const char *const names[], unsigned count);

#endif // MC_DRIVER_SYMBOL_TABLE_H
