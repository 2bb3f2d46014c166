// runtime/memory/guard.h - who may write McMini's own memory, and when: see guard.c.
#ifndef MC_RUNTIME_MEMORY_GUARD_H
#define MC_RUNTIME_MEMORY_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// At the start, once the three are mapped; all is open.
void mc_guard_start(void);
/// Private memory of our own beside the three mappings, far from the program's. Always writable:
/// for stacks, and for what handlers need.
void *mc_own_memory(size_t bytes);
/// The same, shared with the processes that this one forks.
void *mc_own_shared_memory(size_t bytes);
/// Shared memory that the trunk alone writes, whatever it does.
void *mc_trunk_memory(size_t bytes);
/// Private, written with the guard open.
void *mc_guarded_memory(size_t bytes);
/// The same, shared.
void *mc_shared_guarded_memory(size_t bytes);
/// Private, written after mc_kept_write.
void *mc_kept_memory(size_t bytes);
/// The same, for what is written seldom, after mc_seldom_write. The second is shared with the
/// workers.
void *mc_seldom_memory(size_t bytes);
void *mc_shared_seldom_memory(size_t bytes);
/// True if the address lies in any mapping of the runtime.
bool mc_is_own(uint64_t address);
/// The first such address in that range, 0: none.
uint64_t mc_own_in(uint64_t start, uint64_t bytes);
/// How much address space the runtime has mapped.
uint64_t mc_own_bytes(void);

/// The scheduler's data may be written between the two. Do not nest.
void mc_guard_open(void);
void mc_guard_close(void);
/// For the driver's watchdog: the scheduler has made a step, or runs now.
void mc_progress(void);
/// Before a write to the session, to the tables that are learned, to what is written seldom, or to
/// what is kept, with the guard open: they stay writable until it closes.
void mc_session_write(void);
/// Has somebody else written to the session since it was closed? In the trunk, when the worker that
/// closed it is gone.
void mc_session_unseal(void);
void mc_tables_write(void);
void mc_seldom_write(void);
void mc_kept_write(void);
/// One table in memory that is written seldom, alone and at any time: to open and close all costs the more, the more of them is in use. False: it was
/// open, and is not to be closed.
bool mc_table_open(void *table, size_t bytes);
void mc_table_close(void *table, size_t bytes);
/// Outside of the scheduler (in a signal's handler, in a function that the program calls): makes
/// our memory writable. False: it was.
bool mc_memory_open(void);
void mc_memory_close(void);
/// A key opens our memory for one thread. In a new one that is about to run the scheduler.
void mc_guard_new_thread(void);
/// From now on the guard is up; now it is open.
void mc_guard_raise(void);
bool mc_guard_is_up(void);
/// With a key: the running handler of a signal may read our memory, and not write it.
bool mc_guard_has_key(void);
void mc_guard_handler(void);
/// In a new worker.
void mc_guard_worker(void);
/// This page of mc_process is open in a worker with a snapshot, which closes only those. False:
/// they are in too many pieces.
bool mc_guard_add_page(uint64_t page);
/// Memory of others, that is read-only while code of the program runs in a trace that is watched
/// (libc_watch.c).
void mc_guard_watch(uint64_t start, uint64_t end);
void mc_guard_close_watched(void);
bool mc_guard_watches(uint64_t address);
/// At an internal fault: opens all.
void mc_guard_open_all(void);
void mc_tokens_start(void);
/// The program has written over all of a mapping in which the runtime has something.
bool mc_tokens_are_broken(void);
/// A read of our memory failed, in a handler of the program's: true if it can go on now.
bool mc_guard_readable(void *ucontext);

#endif // MC_RUNTIME_MEMORY_GUARD_H
