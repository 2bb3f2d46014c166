// runtime/foreign/exports.h - the functions that a module exports, and what it imports.
#ifndef MC_RUNTIME_FOREIGN_EXPORTS_H
#define MC_RUNTIME_FOREIGN_EXPORTS_H

#include "unwind_table.h"
#include <link.h>

/// Calls `visit` for each, by the hash table of GNU, in which are those that the module defines.
void mc_exports_visit(const struct dl_phdr_info *module,
                      void (*visit)(const char *name, uint64_t start, uint64_t size, void *context),
                      void *context);

/// Does the module refer to a symbol of that name of others?
bool mc_imports(const struct dl_phdr_info *module, const char *name);

/// At the start: takes memory.
void mc_linked_library_start(void);
/// The functions that are asked of from now on are that module's.
void mc_linked_library_of(const struct dl_phdr_info *module, const struct mc_functions *functions);
/// Is this one of the C++ library's, linked into the module: with -static-libstdc++? One without a
/// name counts as those before it.
bool mc_is_linked_library(uint32_t function);

#endif // MC_RUNTIME_FOREIGN_EXPORTS_H
