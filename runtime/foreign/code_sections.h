// runtime/foreign/code_sections.h - where a segment of code has code: a linker may put constants
// and tables beside it.
#ifndef MC_RUNTIME_FOREIGN_CODE_SECTIONS_H
#define MC_RUNTIME_FOREIGN_CODE_SECTIONS_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

enum { MC_MOST_CODE_SECTIONS = 32 };

/// The addresses of a module's sections of code.
struct mc_code_sections {
  uint32_t count;
  struct {
    uint64_t start, end;
  } of[MC_MOST_CODE_SECTIONS];
};

/// Reads them from the module's file. False: it has no section headers, or cannot be read, or is
/// not the one that was loaded.
bool mc_code_sections_read(const struct dl_phdr_info *module, struct mc_code_sections *sections);

#endif // MC_RUNTIME_FOREIGN_CODE_SECTIONS_H
