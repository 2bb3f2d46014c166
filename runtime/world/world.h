// runtime/world/world.h - what the program learns of the world outside, and does to it.
#ifndef MC_RUNTIME_WORLD_WORLD_H
#define MC_RUNTIME_WORLD_WORLD_H

#include "runtime/memory/memory.h"

//===- forbidden.c ----------------------------------------------------------------------------===//

/// Ends everything if the system forbids a call that the runtime needs.
void mc_forbidden_check(void);
/// The same, if a signal that the runtime has got says that a filter has forbidden a call.
void mc_forbidden_signal(int signal, const siginfo_t *info);
/// The same, if a worker, in the runtime, has ended by such a signal.
void mc_forbidden_worker(int status);

//===- shared_memory.c ------------------------------------------------------------------------===//

/// The trunk has forked that process.
void mc_shared_memory_child(pid_t pid);
/// Before the search: looks for what the trunk shares with processes that it may fork.
void mc_shared_memory_start(void);
/// Before a worker starts: notes whether such a process runs.
void mc_shared_memory_ask(void);
/// Before a trace: puts back memory that is shared with files, or mapped twice.
void mc_shared_memory_put_back(void);
bool mc_shared_memory_is_there(void);    ///< the trunk shares memory, or has made a process
bool mc_shared_memory_is_put_back(void); ///< there is such memory
/// Such a process ran as this worker started: its traces find what that process, and other traces,
/// have written.
bool mc_shared_memory_is_with_child(void);
/// In a new worker: makes the memory private, if no such process runs.
void mc_shared_memory_worker(void);
/// Makes it shared again.
void mc_shared_memory_share(void);
/// Memory that a trace has mapped lies there, at an address that no other thread gets.
bool mc_map_is_of_trace(uint64_t address);
/// mmap, as the program calls it.
void *mc_map(void *address, size_t bytes, int protection, int flags, int fd, int64_t offset);

//===- children.c -----------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_children_start(void);

//===- undo.c: files --------------------------------------------------------------------------===//

/// Some trace has changed something, or the trunk has.
bool mc_undo_has_changes(void);
/// If so: a trace that is about to change something makes the search begin anew.
void mc_undo_divide(bool divided);

//===- scheduling.c ---------------------------------------------------------------------------===//

/// In the trunk, before the search: one processor for all threads.
void mc_processors_use_one(void);
/// In the trunk of the n-th worker of a divided search: one of those that the program may use, for
/// long turns.
void mc_processors_use(uint32_t n);

//===- system_calls.c, system_call_policies.c -------------------------------------------------===//

/// At the start: takes memory.
void mc_system_calls_start(void);
/// In a worker: from now on system calls of this thread of the kernel's are seen. False: the kernel
/// cannot do that, or they were left.
bool mc_system_calls_watch(void);
bool mc_system_calls_are_watched(void);
/// From now on they are not seen: those of the calling thread; those of all, as the program has a
/// handler of its own for the signal by which they are seen.
void mc_system_calls_leave_thread(void);
void mc_system_calls_leave(void);
/// Says that the result is incomplete, if they are not seen because of that.
void mc_system_calls_are_unseen(void);
/// Before any worker: the program handles SIGSYS no more.
void mc_system_calls_return(void);
/// "read".
const char *mc_system_call_name(long number);
/// system_calls.def lists it.
bool mc_system_call_is_known(long number);
/// In the handler of such a call.
void mc_system_call_trapped(void *ucontext);
/// In a handler, of a call behind which the thread stands. If the call is an operation, the thread
/// makes it next; else false.
bool mc_system_call_puts_aside(void *ucontext);
/// If a copy of the instruction makes the call, where the program's code stands; else `code`.
uint64_t mc_system_call_place(uint64_t code);
/// In a handler: a thread that has made a call by a copy gets the place where it goes on.
void mc_system_call_leave_copy(void *ucontext);
/// At the end of a trace. False: this worker cannot go on.
bool mc_system_calls_undo(void);
/// True if what the kernel keeps of files may have changed since this was last asked in the worker.
bool mc_system_calls_to_undo(void);
/// True if the trace has read from a file, or has one open.
bool mc_system_calls_touched_files(void);
/// Makes a call for the program, in an interposed function.
long mc_program_call(long number, long a, long b, long c, long d, long e, long f);

//===- libc_variables.c -----------------------------------------------------------------------===//

/// At the start: finds out which of these variables the program names.
void mc_libc_variables_start(void);

//===- libc_watch.c ---------------------------------------------------------------------------===//

/// An internal fault is about to be told: runs the trace again if a stray write may be the reason.
void mc_libc_watch_again(void);
/// In a new worker.
void mc_libc_watch_worker(void);
/// A write to that address failed: true if it can be made now.
bool mc_libc_watch_open(uint64_t address, const void *ucontext);

//===- limits.c -------------------------------------------------------------------------------===//

/// Warns if a limit leaves the program less address space than it would have alone.
void mc_limits_start(void);
/// Bytes of address space that the process may have; UINT64_MAX: there is no limit.
uint64_t mc_limits_room(void);
/// The program has limited its own memory.
bool mc_limits_memory(void);

#endif // MC_RUNTIME_WORLD_WORLD_H
