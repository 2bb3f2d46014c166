// runtime/memory/memory.h - everything the runtime knows, in three mappings that lie side by side:
//
//   session   shared with the driver (session.h)
//   shared    between the trunk and its workers (shared.h)
//   process   private; a fork copies it (process.h)
//
// A stray write of the program must not change what we report: see guard.c. With a protection key
// all three are read-only while code of the program runs. Without one, that is so of the session
// and of the tables; the rest lies at an address chosen at random, which no pointer of the
// program's is near. If something in it is broken all the same (a canary, a check, a crash inside
// the runtime, a write that hits what is read-only), the search restarts with the guard up, and
// the stray write is the program's own crash.
#ifndef MC_RUNTIME_MEMORY_MEMORY_H
#define MC_RUNTIME_MEMORY_MEMORY_H

#include "process.h"
#include "shared.h"

enum mc_mode {
  MC_MODE_NATIVE, ///< not under mcmini: every function is the real one
  MC_MODE_CHILD,  ///< a process that the program forked: primitives do nothing and succeed
  MC_MODE_TRUNK,
  MC_MODE_WORKER,
};

extern enum mc_mode mc_mode MC_HIDDEN;

/// Maps the session; false: there is none (the program runs natively). Then the other two.
bool mc_session_map(void);
void mc_state_map(void);
/// Bytes of the session. The guard's cost grows with the size of the mappings and with the pages in
/// use: so tables are hashed with neighbours kept together.
uint64_t mc_session_bytes(void);
/// Maps `bytes` at this very address, or ends the process.
void *mc_state_map_part(uint64_t address, uint64_t bytes, int flags);
/// The result is complete. In the trunk, with the session open.
void mc_session_done(enum mc_end end);

//===- Where the process and the calling thread are -------------------------------------------===//

/// The calling thread's model number, MC_NO_THREAD in a thread that we did not make.
extern __thread mc_thread mc_self_ MC_HIDDEN;
/// mc_checking, where it is asked often.
static inline bool mc_is_checking(void) {
  return (mc_mode == MC_MODE_TRUNK || mc_mode == MC_MODE_WORKER) && mc_self_ != MC_NO_THREAD;
}
/// The thread's calls of hooks that may take long: of the heap, of ranges of memory.
extern __thread uint64_t mc_long_calls MC_HIDDEN;
/// The worker has a snapshot, from which all its traces begin.
extern bool mc_snapshot_taken MC_HIDDEN;
static inline bool mc_snapshot_is_taken(void) { return mc_snapshot_taken; }
/// The trace has failed, and its other threads go on (schedule/after_failure.c).
extern bool mc_goes_on_after_failure MC_HIDDEN;
static inline bool mc_is_after_failure(void) { return mc_goes_on_after_failure; }
/// NULL: races are not looked for, or nothing is instrumented.
extern struct mc_races *mc_races MC_HIDDEN;
/// The epoch of the running thread's accesses; 0: they are not looked at.
extern uint32_t mc_plain_epoch MC_HIDDEN;
/// The process is no longer checked.
static inline void mc_races_stop(void) { mc_plain_epoch = 0; }
/// Memory that the running thread has freed since its last step, and may have used before.
extern struct mc_freed {
  uintptr_t start;
  uint64_t size;
} mc_freed MC_HIDDEN;

/// The trunk goes on here, by __builtin_longjmp, where its own code meets something broken.
extern void *mc_recovery_point[5] MC_HIDDEN;
/// True if that is possible now; in a handler, too.
bool mc_recovery_is_possible(void);

#endif // MC_RUNTIME_MEMORY_MEMORY_H
