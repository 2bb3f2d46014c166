// runtime/world/world.h - what the program learns of the world outside, and does to it.
#ifndef MC_RUNTIME_WORLD_WORLD_H
#define MC_RUNTIME_WORLD_WORLD_H

#include "runtime/memory/memory.h"

//===- forbidden.c ----------------------------------------------------------------------------===//

/// Ends everything where the system forbids a call that the runtime needs.
void mc_forbidden_check(void);
/// The runtime has got that signal: so it does if a filter says that this is so.
void mc_forbidden_signal(int signal, const siginfo_t *info);
/// And if a worker, in the runtime, has ended so.
void mc_forbidden_worker(int status);

//===- shared_memory.c ------------------------------------------------------------------------===//

/// The trunk has forked that process.
void mc_shared_memory_child(pid_t pid);
/// Before the search: looks for what the trunk shares with processes that it may fork.
void mc_shared_memory_start(void);
/// Before a worker starts: does such a process run?
void mc_shared_memory_ask(void);
/// Before a trace: what is shared with files, or mapped twice, as the trunk has left it.
void mc_shared_memory_put_back(void);
bool mc_shared_memory_is_put_back(void); ///< there is some
/// It did: this worker's traces find what it and each other have written.
bool mc_shared_memory_is_with_child(void);
/// In a new worker: else that memory is private.
void mc_shared_memory_worker(void);
/// It is not, from now on.
void mc_shared_memory_share(void);
/// Memory that a trace has mapped lies there, at an address that no other thread gets.
bool mc_map_is_of_trace(uint64_t address);
/// mmap, as the program calls it.
void *mc_map(void *address, size_t bytes, int protection, int flags, int fd, int64_t offset);

//===- children.c -----------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_children_start(void);

//===- scheduling.c ---------------------------------------------------------------------------===//

/// In the trunk, before the search: one processor for all threads.
void mc_processors_use_one(void);

//===- system_calls.c, system_call_policies.c -------------------------------------------------===//

/// At the start: takes memory.
void mc_system_calls_start(void);
/// In a worker: from now on those of the kernel's thread that calls are seen. False: the kernel
/// cannot do that, or they were left.
bool mc_system_calls_watch(void);
bool mc_system_calls_are_watched(void);
/// No more: those of the calling thread; those of all, as the program has a handler of its own for
/// the signal by which they are seen.
void mc_system_calls_leave_thread(void);
void mc_system_calls_leave(void);
/// The result is incomplete if they are not because of that.
void mc_system_calls_are_unseen(void);
/// "read".
const char *mc_system_call_name(long number);
/// system_calls.def lists it.
bool mc_system_call_is_known(long number);
/// In the handler of such a call.
void mc_system_call_trapped(void *ucontext);
/// In a handler, of a call behind which the thread stands: if it is an operation, the thread makes
/// that next; else false.
bool mc_system_call_puts_aside(void *ucontext);
/// Where the program's code stands that makes a call; else `code`.
uint64_t mc_system_call_place(uint64_t code);
/// In a handler: the thread that has made a call by a copy stands where it goes on.
void mc_system_call_leave_copy(void *ucontext);
/// At the end of a trace.
void mc_system_calls_undo(void);
/// True if what the kernel keeps of files may have changed since this was last asked in the worker.
bool mc_system_calls_to_undo(void);
/// True if the trace has read from a file, or has one open.
bool mc_system_calls_touched_files(void);
/// A call that an interposed function makes for the program.
long mc_program_call(long number, long a, long b, long c, long d, long e, long f);

//===- libc_variables.c -----------------------------------------------------------------------===//

/// At the start: which of them the program names.
void mc_libc_variables_start(void);

//===- libc_watch.c ---------------------------------------------------------------------------===//

/// An internal fault is about to be told: runs the trace again if a stray write may be the reason.
void mc_libc_watch_again(void);
/// In a new worker.
void mc_libc_watch_worker(void);
/// A write to that address failed: true if it can be made now.
bool mc_libc_watch_open(uint64_t address, const void *ucontext);

//===- limits.c -------------------------------------------------------------------------------===//

/// Says so where a limit leaves the program less address space than it would have alone.
void mc_limits_start(void);
/// Bytes of address space that the process may have; UINT64_MAX: there is no limit.
uint64_t mc_limits_room(void);
/// The program has limited its own memory.
bool mc_limits_memory(void);

#endif // MC_RUNTIME_WORLD_WORLD_H
