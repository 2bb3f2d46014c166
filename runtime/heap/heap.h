// runtime/heap/heap.h - the program's memory: heap and stacks, at addresses that do not depend on
// the schedule.
#ifndef MC_RUNTIME_HEAP_HEAP_H
#define MC_RUNTIME_HEAP_HEAP_H

#include "runtime/memory/chunk.h"
#include "runtime/memory/memory.h"

//===- heap*.c, stack.c: memory, at addresses that do not depend on the schedule --------------===//

/// In the trunk, at the start.
void mc_heap_start(void);
/// A sanitizer may have ended the process: tells of the access that is wrong.
void mc_heap_process_ends(void);
/// At the end of a trace whose threads did all that they could: looks for what was broken in it,
/// and for what was not freed.
void mc_heap_end_of_trace(enum mc_trace_kind kind);
/// True if the program has freed this memory, or it lies beside what was allocated.
bool mc_heap_is_misused(const volatile void *address);
/// The same of an operation's objects.
bool mc_heap_is_misused_by(const struct mc_operation *operation);
/// Ends the trace if so; with the guard open.
void mc_heap_look(const struct mc_operation *operation, const struct mc_site *site);
static inline void mc_heap_operation(const struct mc_operation *operation,
                                     const struct mc_site *site) {
  if (mc_process->has_objects_in_heaps)
    mc_heap_look(operation, site);
}
/// A fault at this address: ends the trace if it comes from misuse of the heap.
void mc_heap_fault(uint64_t address, bool is_write, const void *ucontext);
/// A plain access that the program is about to make, or has made: misuse ends the trace.
void mc_heap_access(const struct mc_site *site, uintptr_t address, uint64_t size, bool is_write);
/// Writes into the finding what it says of the chunk.
void mc_heap_describe(const struct mc_chunk *chunk, struct mc_finding *finding);

/// True if the program has given the thread a stack.
bool mc_has_stack(const pthread_attr_t *attr);
/// Puts the stack of a new thread into `attr`, unless the program has given one.
void mc_stack_set(mc_thread thread, pthread_attr_t *attr);
/// If the memory overlaps the frames of the runtime's functions on the stack of the running thread,
/// the place from which the program has called them; else NULL.
const struct mc_site *mc_stack_of_runtime(uint64_t address, uint64_t size);
/// Ends the trace if the address is on a stack where no function has its variables any more. The
/// same of an object that is not known yet, and of an operation's objects.
void mc_stack_look(uint64_t address, const struct mc_site *site);
void mc_stack_look_at_new(const volatile void *object);
void mc_stack_look_of(const struct mc_operation *operation, const struct mc_site *site);
/// Before the running thread's exit: ends the variables that mc_stack_leave_from was told of, which
/// is a write.
void mc_stack_ends(void);
static inline void mc_stack_use(uint64_t address, const struct mc_site *site) {
  if (mc_may_be_on_stack(address))
    mc_stack_look(address, site);
}
static inline void mc_stack_operation(const struct mc_operation *operation,
                                      const struct mc_site *site) {
  if (mc_process->has_objects_on_stacks)
    mc_stack_look_of(operation, site);
}

#endif // MC_RUNTIME_HEAP_HEAP_H
