// runtime/foreign/machine_code.h - where machine code that nobody instrumented acts on its own:
// atomic instructions, and system calls that are not libc's.
#ifndef MC_RUNTIME_FOREIGN_MACHINE_CODE_H
#define MC_RUNTIME_FOREIGN_MACHINE_CODE_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

enum mc_instruction {
  MC_ATOMIC_INSTRUCTION, ///< with lock, or an xchg with memory
  MC_SYSTEM_CALL_INSTRUCTION,
};

/// At the start: takes memory.
void mc_code_start(void);

/// Is it to be looked at? Libc is not, nor McMini, nor an instrumented program with a sanitizer's
/// runtime in it.
bool mc_code_is_program(const struct dl_phdr_info *module);

/// Has the pass, or -fsanitize=thread, instrumented some of it? What it has seen is not visited.
bool mc_code_is_instrumented(const struct dl_phdr_info *module);

/// Calls `visit` for each such instruction of the module, each the beginning of one for certain.
/// False: some of it could not be decoded, and may have others.
bool mc_code_visit(const struct dl_phdr_info *module,
                   void (*visit)(uint64_t address, enum mc_instruction what, void *context),
                   void *context);

#endif // MC_RUNTIME_FOREIGN_MACHINE_CODE_H
