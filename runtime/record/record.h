// runtime/record/record.h - what of a trace is kept for the report.
#ifndef MC_RUNTIME_RECORD_RECORD_H
#define MC_RUNTIME_RECORD_RECORD_H

#include "runtime/memory/memory.h"

//===- record.c: names and places in the session ----------------------------------------------===//

/// The session's copy of `text`; equal texts are one.
mc_string mc_record_string(const char *text);
/// An internal fault, the first of which is told; with everything open.
void mc_record_fault(const char *text);
/// The index of the site's place.
uint32_t mc_record_site(const struct mc_site *site);
/// The same if it is known, else MC_NONE.
uint32_t mc_site_index(const struct mc_site *site);
/// The same for a site that may not stay where it is.
uint32_t mc_record_passing_site(const struct mc_site *site);
uint32_t mc_record_place(const struct mc_place *place);
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
void mc_forget_warning(enum mc_warning warning);
/// The name of the alternative that has been taken, or "".
const char *mc_alternative_name(const struct mc_operation *step);
/// Counts an executed transition; and writes the counts into the session.
void mc_record_count(const struct mc_operation *operation);
void mc_record_counts(void);
/// Copies every module's writable segments into process->module.
void mc_record_modules(void);
bool mc_is_global(uint64_t address);
/// Where the segment of a module ends in which the address lies.
uint64_t mc_module_end(uint64_t address);
/// True if it lies in a part of those that nobody writes.
bool mc_is_constant(uint64_t address);
/// The path of the module in which the address lies, or "".
const char *mc_module_of(uint64_t address);
bool mc_is_in_libc(uint64_t address); ///< or in the dynamic loader
/// The program was built without the runtime.
bool mc_is_preloaded(void);
/// Has the program a function of its own of that name? Asked of those that the pass makes hooks of,
/// and of poll and select.
bool mc_program_has(const char *name);
/// Warns of those that it has.
void mc_own_functions_note(void);
/// At the start: tells the driver where the runtime's code is.
void mc_own_code_note(void);
/// A variable of the runtime's lies there, among those of a program that it is linked into.
bool mc_is_runtime_variable(uint64_t address);
/// Is the module of that name one that contains the C++ library?
bool mc_is_library(const char *module);
/// Does the file of that path belong to the system?
bool mc_is_of_system(const char *path);

//===- explored.c -----------------------------------------------------------------------------===//

/// With config.explored, at the end of a trace: enters its operations and their orders.
void mc_explored_trace(void);
/// With config.explored: notes operations of the program, which may never run; with the guard open.
void mc_explored_add(const struct mc_site *operations, const struct mc_site *end);

//===- native.c -------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_native_start(void);
/// The library, loaded if it was not; or NULL. In the trunk.
void *mc_library(const char *name);
/// The address of the symbol, whichever module defines it; or NULL. In the trunk.
void *mc_symbol(const char *name);
/// The program has a sanitizer that keeps its local variables elsewhere. In the trunk.
bool mc_has_sanitizer(void);
/// The place of what libc does by itself: a thread's end, the end of the process.
extern const struct mc_site mc_nowhere;

//===- model.c --------------------------------------------------------------------------------===//

/// How many of the operation's objects reports name. If the first is a variable, the others only
/// overlap it.
static inline int mc_named_objects(const struct mc_operation *operation) {
  const int most = mc_is_of(MC_OF_VARIABLES, operation) ? 1 : 2;
  return operation->objects < most ? operation->objects : most;
}

/// With --explain: texts of the states of those that have no value.
void mc_record_states(const struct mc_operation *operation, mc_string state[2]);

/// Where the operation uses the memory of its i-th object; NULL: it does not.
static inline const volatile void *mc_memory_of(const struct mc_operation *operation, unsigned i) {
  return operation->flags & MC_ADDRESS_ONLY
             ? NULL
             : mc_process->model.object[operation->object[i]].address;
}
/// What a thread's object has for an address: its number.
#define MC_THREAD_ADDRESS(thread) ((const volatile void *)(uintptr_t)(thread))
/// False: the operation's object has no value that could be shown.
static inline bool mc_value_of(const struct mc_operation *operation, uint64_t *value) {
  if (!operation->objects)
    return false;
  const struct mc_model_object *o = &mc_process->model.object[operation->object[0]];
  return o->primitive->value && o->primitive->value(o->state, value);
}
/// Reference counts are transitions.
static inline bool mc_counts_are_ordered(void) {
  return mc_session->ordered_counts || mc_session->config.ordered_counts;
}
/// These pages were taken from the program. Objects there are not observed until the program comes
/// back to them.
void mc_objects_are_gone(uintptr_t address, uint64_t size);

//===- machine.c ------------------------------------------------------------------------------===//

/// Keeps registers and stack of an interrupted thread; returns 1 + index into session->machine, or
/// 0.
uint32_t mc_machine_record(const void *ucontext);
/// The same for registers in the order of struct mc_machine_state.
uint32_t mc_machine_record_registers(const uint64_t registers[MC_REGISTERS]);
/// The registers of a signal's context, in that order.
void mc_machine_of(const void *ucontext, uint64_t registers[MC_REGISTERS]);
/// The calling function's registers: those that a call must keep.
void mc_machine_here(uint64_t registers[MC_REGISTERS]);

//===- output.c -------------------------------------------------------------------------------===//

/// Bytes of captured output, in all.
uint64_t mc_output_size(void);
/// Where the output of the trace so far ends.
uint64_t mc_output_end(void);
/// At the end of a trace, with the guard open: what it has written as a bit, the same for the same
/// text; 0: not known.
uint64_t mc_output_seen(void);
/// After a trace. Its output is kept if it has findings beyond the first `findings`, or if it was
/// new to mc_output_seen; else it is forgotten.
void mc_output_settle(uint32_t findings);

/// With --output=all: as the program starts; as the search begins; in a worker, whose output is
/// held back from then on; when the worker has ended, whose output is shown if its trace counts,
/// else forgotten.
void mc_output_start(void);
void mc_output_prepare(void);
void mc_output_hold(void);
void mc_output_show(bool is_counted);
/// Is it the user's file, to which the program's output goes?
struct stat;
bool mc_output_is_users(const struct stat *info);

#endif // MC_RUNTIME_RECORD_RECORD_H
