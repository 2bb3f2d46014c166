// runtime/detector/races.h - between the hooks (plain.c), the primitives and the detector of data
// races.
#ifndef MC_RUNTIME_DETECTOR_RACES_H
#define MC_RUNTIME_DETECTOR_RACES_H

#include "runtime/memory/chunk.h"
#include "races/races.h"

/// Where the detector lies, if there is one: a constant saves the hooks two loads.
#define MC_RACES_ADDRESS 0x1d0000000000
/// From there on, so much of the runtime's memory is about races.
uint64_t mc_races_bytes(void);
/// What a hook asks first: has the access nothing new to tell?
static inline bool mc_plain_repeats(const volatile void *address, unsigned size, bool is_write) {
  return mc_plain_epoch == 0 ||
         (mc_races_repeats((const struct mc_cell_directory *)MC_RACES_ADDRESS, mc_plain_epoch,
                           (uintptr_t)address, size, is_write) &&
          !((uintptr_t)address - mc_freed.start < mc_freed.size &&
            mc_heap_may_be_free((uintptr_t)address)));
}
/// A plain access by the running thread, about to be made. `value`: what will be stored, or NULL.
void mc_plain_access(const struct mc_site *site, uintptr_t address, uint64_t size, uint8_t flags,
                     const uint64_t *value);

/// The same, for an access that a function has made already.
void mc_plain_access_behind(const struct mc_site *site, uintptr_t address, uint64_t size,
                            uint8_t flags);

//===- ahead.c --------------------------------------------------------------------------------===//

/// How many racy parts the memory has, if the thread has made a step for each of them before the
/// call; else 0. A call accesses one part after another: words, or the bytes of a text.
unsigned mc_ahead_ordered(const struct mc_site *site, uintptr_t address, uint64_t size);

/// The running thread has made the step for an access that it is about to make. Behind the access:
/// it makes steps again, if it has made others since. `kind`: MC_ACCESS_READ or MC_ACCESS_WRITE.
void mc_plain_announced(void);
void mc_plain_done(const struct mc_site *site, uintptr_t address, uint64_t size, uint32_t kind);

/// True of memory of McMini, the detector's included. A write there is a stray one, whether the
/// guard would stop it or not.
bool mc_is_ours(uint64_t address, uint64_t size);

/// True if some of the memory is racy: accesses to it are transitions.
bool mc_is_racy(uintptr_t address, uint64_t size);
/// Accesses to racy memory are transitions word by word. Where the next word begins:
enum { MC_RACY_WORD = 8 };
static inline uintptr_t mc_next_word(uintptr_t address) {
  return (address | (MC_RACY_WORD - 1)) + 1;
}
/// Tells the detector of an access, with the place that reports show.
void mc_race_note(const struct mc_site *site, uintptr_t address, uint64_t size, uint8_t flags,
                  const uint64_t *stored);
/// The same, for an access that only a trace which runs again is to see.
void mc_race_watch(uintptr_t site, uintptr_t address, uint64_t size, uint8_t flags);

/// Where the parts of the program lie, for mc_session->anchor.
void mc_anchors_start(void);
/// Where an address of the trace file is in this process.
uint64_t mc_anchored(uint64_t address);

/// In the trunk, before the first worker. `room`: bytes of address space that the process may have.
void mc_races_start(uint64_t room);
/// The same, where there is need of it later.
void mc_races_begin(uint64_t room);
/// In a new worker: what was found racy is visible.
void mc_races_worker(void);
/// The running thread goes on after a step.
static inline void mc_races_go_on(void) {
  if (mc_races)
    mc_plain_epoch = mc_races_epoch(mc_races, mc_self_, mc_shared->trace.steps);
  mc_freed.size = 0;
}
/// At the end of a trace, with the guard open: looks at pending accesses, and counts races.
void mc_races_end_of_trace(enum mc_trace_kind kind);

//===- racy.c ---------------------------------------------------------------------------------===//

/// The search is to restart, with transitions in that memory.
void mc_make_racy(uint64_t address, uint64_t size);
/// A thread waits, in machine code, until other memory is there than it has read. False: that is
/// known, or too much is.
bool mc_racy_is_waited_for(uint64_t address, uint64_t size);
/// The same, where a race is; those of machine code at the end of a trace, if nothing else is new.
void mc_racy_learn(const struct mc_race *race);
void mc_racy_learn_later(void);
/// Nothing is instrumented.
bool mc_is_all_machine_code(void);
/// One of its accesses may be atomic, as machine code does not say what is.
bool mc_is_of_machine_code(const struct mc_race *race);

//===- races_freed.c --------------------------------------------------------------------------===//

/// The memory is about to be freed, by a function whose caller is at `code`. If some of it is racy,
/// that is a transition: behind it another thread may have freed the memory.
void mc_races_free(const void *memory, uint64_t size, uint64_t code);
/// The memory is freed, which is a write.
void mc_races_freed(const void *memory, uint64_t size, uint64_t code);
/// Before a call that takes the program's access to pages away, with `is_write` that to read them,
/// too: a transition if they are racy. Then: behind the call; with `is_new`, what comes to lie
/// there is other memory.
void mc_races_release(const volatile void *memory, uint64_t size, bool is_write,
                      const struct mc_site *site);
void mc_races_released(const volatile void *memory, uint64_t size, bool is_write, bool is_new,
                       const struct mc_site *site);
/// The program has faulted at the address, or would.
void mc_races_fault(uintptr_t address);
/// An access is about to be made. Where the program handles faults, nobody else sees this one.
void mc_races_may_fault(uintptr_t address);
/// The memory was freed before: the trace ends with that.
void mc_races_freed_twice(const void *memory, uint64_t code);
/// The running thread is about to make an operation, which reads the memory that its objects lie
/// in. If that is racy, the reads are transitions of their own, so that others may free the memory
/// first. True: these transitions were made.
bool mc_races_touch(const struct mc_operation *operation, const struct mc_site *site);
/// The operation reads that memory, which is an atomic access.
void mc_races_operation(const struct mc_operation *operation, const struct mc_site *site);
/// The step that the running thread has made uses memory that is gone, and the trace ends with
/// that.
void mc_races_misused(const struct mc_operation *operation, const struct mc_site *site);
/// The memory was freed and allocated again, with its contents, which is a write.
void mc_races_resized(const void *memory, uint64_t size, uint64_t code);
/// The memory was allocated: what was done to it before is no use of it.
void mc_races_allocated(const void *memory, uint64_t size);

//===- values.c -------------------------------------------------------------------------------===//

/// The running thread is about to make a plain access, in the trace that explains a finding.
void mc_value_note(uintptr_t site, uintptr_t address, uint64_t size, uint8_t flags);
/// Puts what was noted into mc_session->explained, at the end of that trace, which has the finding.
void mc_values_tell(const struct mc_finding *finding);

//===- handler_accesses.c ---------------------------------------------------------------------===//

/// The step has been made.
void mc_handlers_stepped(const struct mc_operation *step);
/// The calling thread is in a handler, and stands in a function that has called what the handler
/// has interrupted: a jump has led there.
bool mc_has_left_handler(uintptr_t frame);
/// The calling thread, which may be interrupted, is about to make a plain access that is no
/// transition.
void mc_handlers_note(uint64_t address, uint64_t size, bool is_write);
/// The calling thread makes an access, perhaps by a step: in a handler, what it shares with what that has
/// interrupted is racy from now on.
void mc_handlers_meet(uint64_t address, uint64_t size, bool is_write);
/// The calling thread makes an access: has a handler shown it what another thread was doing?
void mc_handlers_look(uint64_t address, uint64_t size, bool is_write);

//===- rules.c: whose accesses are not looked at ----------------------------------------------===//

/// There are rules of plain accesses.
extern bool mc_rules_of_plain MC_HIDDEN;
void mc_rules_start(void);
/// Whether such accesses (enum mc_rule_accesses) at the place are to be left out, from anywhere.
bool mc_rules_ignore(const struct mc_site *site, uint8_t accesses);

#endif // MC_RUNTIME_DETECTOR_RACES_H
