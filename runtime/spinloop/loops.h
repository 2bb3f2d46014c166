// runtime/spinloop/loops.h - between the files of waiting loops: what each thread keeps of its own.
#ifndef MC_RUNTIME_SPINLOOP_LOOPS_H
#define MC_RUNTIME_SPINLOOP_LOOPS_H

#include "waiting.h"

/// Not thread-local: there, each thread would write a page of its own, and each trace puts it back.
/// The last one is of threads that are not the program's.
extern struct mc_loops {
  bool has_iterated; ///< see mc_has_iterated
  struct {
    uint64_t changed; ///< the thread's last operation that changed something, or may have
    uint64_t lost;    ///< what was read up to this one is not all in `read_of`
    uint64_t failed;  ///< the last operation that has failed, of a primitive that is no variable
    uint64_t failing; ///< the last of these before it that was on another object
    mc_object failed_object;
    uint64_t kept;  ///< the last operation that has written the value that was there
    uint64_t tried; ///< the last compare-exchange that has failed
    mc_object tried_object;
    unsigned reads;    ///< in `read_of`
    mc_object mutex;   ///< the last that the thread has locked or unlocked
    uint64_t locked;   ///< the operation that did so last
    uint64_t unlocked; ///< the one that has unlocked it last; 0: not yet
    uint64_t beside;   ///< the last other operation that was no load, or after which it wrote
    uint64_t looked;   ///< the last load of a variable
    uint64_t own;      ///< the last operation behind which it has written to its stack
    uint64_t effects;  ///< __mcmini_effects when it was unlocked
    uint64_t state;    ///< of the thread then; 0: not known
    uint32_t changes;  ///< of the mutex then
    bool has_written; ///< as it was given back, the stack was another than before, or may have been
    bool keeps;       ///< as it was given back, all that others can see was as before
  } history;          ///< iteration.c: what it has done
  struct {
    uintptr_t stack_end;
    uint64_t reads_plainly;     ///< the operation before the thread's last plain access
    uint64_t reads;             ///< the same of reads, on its own stack, too
    const struct mc_site *site; ///< NULL: nothing
    mc_object object;
    bool is_lock;
    struct mc_thread_place place;
    uint64_t iteration, effects;
    /// How often the state may be another one before the mark is set anew.
    unsigned patience, others;
    unsigned strays;     ///< operations elsewhere since the thread was there
    unsigned iterations; ///< made in doubt
  } mark;                ///< recognise.c: where its loop begins, perhaps
  struct {
    bool wrote;      ///< memory that others may know
    unsigned stores; ///< in `store_of`, of which it is not yet known if they have changed anything
    uint64_t effects;
  } since; ///< recognise.c: its last operation
} mc_loops[MC_MAX_THREADS + 1] MC_HIDDEN;
extern __thread struct mc_loops *mc_own_loops MC_HIDDEN; ///< the calling thread's

#endif // MC_RUNTIME_SPINLOOP_LOOPS_H
