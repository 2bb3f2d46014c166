// runtime/record/record.h - what of a trace is kept for the report.
#ifndef MC_RUNTIME_RECORD_RECORD_H
#define MC_RUNTIME_RECORD_RECORD_H

#include "runtime/threads/threads.h"
#include "runtime/state.h"

//===- record.c: names and places in the session ----------------------------------------------===//

/// The session's copy of `text`; equal texts are one.
mc_string mc_record_string(const char *text);
/// The index of the site's place.
uint32_t mc_record_site(const struct mc_site *site);
/// The same for a site that may not stay where it is.
uint32_t mc_record_passing_site(const struct mc_site *site);
/// The place that reports show for an operation of the calling thread at `site`, with the guard
/// open: outside of the C++ library, if the thread knows one (__mcmini_user_site).
const struct mc_site *mc_reported_site(const struct mc_site *site);
/// The same, from anywhere.
const struct mc_site *mc_program_site(const struct mc_site *site);
/// The index of a thread's record, which is its number; makes one if (parent, child) is new.
mc_thread mc_record_thread(mc_thread parent, uint32_t child, uint64_t start);
/// The index of the record of an object that `creator` has met first.
uint32_t mc_record_object(const struct mc_primitive *primitive, uint64_t address, uint32_t size,
                          mc_thread creator, uint32_t site);
/// A step or pending operation as reports show it; without values.
struct mc_step_record mc_record_operation(const struct mc_operation *operation,
                                          const struct mc_site *site);
struct mc_step_record mc_record_step(const struct mc_logged_step *step);
/// A warning of the result, once for each text; with the guard open.
void mc_record_warning(enum mc_warning warning, const char *what, const struct mc_site *site);
/// The name of the alternative that has been taken, or "".
const char *mc_alternative_name(const struct mc_operation *step);
/// Counts an executed transition; and writes the counts into the session.
void mc_record_count(const struct mc_operation *operation);
void mc_record_counts(void);
/// Copies every module's writable segments into process->module.
void mc_record_modules(void);
bool mc_is_global(uint64_t address);
/// In one of their parts that nobody writes.
bool mc_is_constant(uint64_t address);
/// The path of the module in which the address lies, or "".
const char *mc_module_of(uint64_t address);
bool mc_is_in_libc(uint64_t address); ///< or in the dynamic loader
/// The program was built without the runtime.
bool mc_is_preloaded(void);
/// Is the function of that name, which the pass makes a hook of, or poll or select, the program's
/// own?
bool mc_program_has(const char *name);
/// Says which are.
void mc_own_functions_note(void);
/// At the start: tells the driver where the runtime's code is.
void mc_own_code_note(void);
/// A variable of the runtime's lies there, among those of a program that it is linked into.
bool mc_is_runtime_variable(uint64_t address);
/// Is the module of that name one that contains the C++ library?
bool mc_is_library(const char *module);

//===- output.c -------------------------------------------------------------------------------===//

/// Bytes of captured output, in all.
uint64_t mc_output_size(void);
/// Where the output of the trace so far ends.
uint64_t mc_output_end(void);
/// At the end of a trace, with the guard open: what it has written as a bit, the same for the same
/// text; 0: not known.
uint64_t mc_output_seen(void);
/// After a trace: what it wrote is kept where it has findings beyond the first so many, or is new
/// to mc_output_seen; else forgotten.
void mc_output_settle(uint32_t findings);

/// With --output=all. As the program starts; as the search begins; in a worker, whose output is held
/// back from here on; when it has ended, where that is shown if its trace counts, else forgotten.
void mc_output_start(void);
void mc_output_prepare(void);
void mc_output_hold(void);
void mc_output_show(bool is_counted);
/// Is it the file that the program's output goes to, the user's own?
struct stat;
bool mc_output_is_users(const struct stat *info);

#endif // MC_RUNTIME_RECORD_RECORD_H
