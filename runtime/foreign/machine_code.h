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

/// Is the module to be looked at? Not libc, not McMini, and no instrumented program that has a
/// sanitizer's runtime in it.
bool mc_code_is_program(const struct dl_phdr_info *module);

/// Has the pass, or -fsanitize=thread, instrumented some of the module? What it has seen is not
/// visited.
bool mc_code_is_instrumented(const struct dl_phdr_info *module);

/// Is it a library of which few functions matter: library_code.def?
bool mc_code_is_in_table(const char *path);

/// Has the pass seen the function that begins there, in a segment that begins there, or is it one
/// of ours?
bool mc_code_is_seen(uint64_t function, uint64_t segment);

/// Calls `visit` for each such instruction of the module; each address is for certain that of an
/// instruction. False: some code could not be decoded, and may have others. `is_known`: the driver
/// has decoded all of the module's functions, and it was asked of them last.
bool mc_code_visit(const struct dl_phdr_info *module, bool is_known,
                   void (*visit)(uint64_t address, enum mc_instruction what, void *context),
                   void *context);

#endif // MC_RUNTIME_FOREIGN_MACHINE_CODE_H
