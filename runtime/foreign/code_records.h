// runtime/foreign/code_records.h - which threads have executed atomic instructions of which module.
#ifndef MC_RUNTIME_FOREIGN_CODE_RECORDS_H
#define MC_RUNTIME_FOREIGN_CODE_RECORDS_H

#include <stdbool.h>
#include <stdint.h>

/// The number of a record of the module, in session->observed.code: of those that are operations,
/// or of those that are not. MC_SESSION_MAX_CODE: there are too many.
uint32_t mc_code_record(const char *path, bool is_hooked);

/// Notes there that the running thread has executed the instruction at that address.
void mc_code_note(uint32_t record, uint64_t address);

#endif // MC_RUNTIME_FOREIGN_CODE_RECORDS_H
