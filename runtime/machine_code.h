// runtime/machine_code.h - where machine code that nobody instrumented acts on its own: atomic
// instructions, and system calls that are not libc's.
#ifndef MC_RUNTIME_MACHINE_CODE_H
#define MC_RUNTIME_MACHINE_CODE_H

#include <link.h>
#include <stdbool.h>
#include <stdint.h>

enum mc_instruction {
  MC_ATOMIC_INSTRUCTION, ///< with lock, or an xchg with memory
  MC_SYSTEM_CALL_INSTRUCTION,
};

/// At the start: takes memory.
void mc_code_start(void);

/// Is it to be looked at? Libc is not, nor McMini, nor a module that the pass has instrumented.
bool mc_code_is_unseen(const struct dl_phdr_info *module);

/// Calls `visit` for each such instruction of the module, each the beginning of one for certain.
/// False: some of it could not be decoded, and may have others.
bool mc_code_visit(const struct dl_phdr_info *module,
                   void (*visit)(uint64_t address, enum mc_instruction what, void *context),
                   void *context);

#endif // MC_RUNTIME_MACHINE_CODE_H
