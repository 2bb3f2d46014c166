// runtime/foreign/plain_code.h - plain loads and stores of machine code that nobody instrumented.
#ifndef MC_RUNTIME_FOREIGN_PLAIN_CODE_H
#define MC_RUNTIME_FOREIGN_PLAIN_CODE_H

#include <link.h>
#include <stdint.h>

struct code_module;

/// In the trunk, when the search begins, with the guard open: a program's own loads and stores are
/// seen at once if it has atomic instructions, as a flag that has none may stand beside them.
void mc_plain_code_start(void);
/// The running thread has come to an atomic instruction of the module with that record, beside
/// another thread. If the module's plain loads and stores can be seen, the search restarts so.
void mc_plain_code_wants(uint32_t record, uint64_t address);
void mc_plain_code_trace_ends(void);
/// In the trunk, when the search restarts, with the guard open: what is wanted is done.
void mc_plain_code_begin(void);
/// The trace has executed too many.
void mc_plain_code_is_too_much(uint32_t record);
/// One was no single access, or no known one.
void mc_plain_code_is_not_whole(uint32_t record);
/// A trace has loaded the module: its loads and stores get no hooks. Beside instrumented code the
/// result says so if two threads come to it, as far as the module is of interest.
void mc_plain_code_comes_late(struct code_module *module, const struct dl_phdr_info *info);

#endif // MC_RUNTIME_FOREIGN_PLAIN_CODE_H
