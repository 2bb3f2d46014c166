// runtime/finding/finding.h - what is wrong in a trace, and how a trace ends.
#ifndef MC_RUNTIME_FINDING_FINDING_H
#define MC_RUNTIME_FINDING_FINDING_H

#include "runtime/memory/memory.h"

//===- explained.c ----------------------------------------------------------------------------===//

/// With config.explaining: the finding is the one that is asked for.
bool mc_is_explained(const struct mc_finding *finding);
/// The trace has met a finding, perhaps that one.
void mc_note_explained(const struct mc_finding *finding);
/// A trace begins where another has been: takes over what that had met up to there, as far as it
/// matters to what is explained.
void mc_explained_of_prefix(void);

//===- finding.c ------------------------------------------------------------------------------===//

struct mc_finding_details {
  enum mc_finding_kind kind;
  const char *message;
  mc_thread thread;           ///< MC_NO_THREAD: none
  const struct mc_site *site; ///< or NULL; part of what tells findings apart
  int signal, status;
  uint64_t address;
  const void *ucontext;         ///< of a signal, or NULL: for the machine state
  const uint64_t *registers;    ///< the same without a signal, or NULL
  const struct mc_chunk *chunk; ///< misuse of the heap: which chunk it was about, or NULL
  bool has_died;                ///< the worker has died, and with it the model of its trace is gone
};

/// Where the thread stands now.
void mc_record_thread_end(mc_thread thread, struct mc_thread_end *end);
/// Which part of the search the trace belongs to.
enum mc_search_part mc_part_of_trace(void);
/// Keeps the schedule of the trace, if it is that of --save-trace.
void mc_save_trace(enum mc_trace_kind kind);
/// Tells where it went round, if it is the first trace that max_depth has cut.
void mc_note_cut_trace(enum mc_trace_kind kind);
/// The trace's number, from 1.
uint64_t mc_trace_number(void);
/// 1 + the finding that it ends with; 0: it does not, so far.
uint32_t mc_last_failure(void);
/// Copies the trace's first steps, at most so many, into the session: from `*first` on. Returns how
/// many.
uint32_t mc_record_steps(uint32_t *first, uint32_t most);
/// Races that this trace was the first to show, perhaps when it ran before (mc_run_again), get all
/// of it for a schedule.
void mc_complete_races(void);
/// True if this misuse of the heap is a finding already.
bool mc_finding_is_known(const struct mc_finding_details *details);
/// Records the finding; the caller ends the trace.
void mc_record_finding(const struct mc_finding_details *details);
/// The findings that the trace has met so far, a bit each. Then: another trace begins where they
/// had been met, and has met them, too.
void mc_findings_note(uint64_t findings[MC_SESSION_MAX_FINDINGS / 64]);
void mc_findings_of_prefix(const uint64_t findings[MC_SESSION_MAX_FINDINGS / 64]);
/// Forgets the last finding: its trace runs again, and records it then. If a race was found since,
/// the finding stays.
void mc_forget_failure(void);
/// Records the finding in the middle of a trace, with that signature, which is not 0.
void mc_record_finding_as(const struct mc_finding_details *details, uint64_t signature);
/// The finding that this race is; MC_NO_FINDING: it is a new one. Records a new one; MC_NO_FINDING:
/// there are too many. Counts one that the trace has shown; `output` is 0, or what mc_output_seen
/// says of the trace.
uint32_t mc_race_finding(const struct mc_race_record race[2]);
uint32_t mc_record_race(const struct mc_race_record race[2], uint64_t address, uint32_t size);
void mc_count_race(uint32_t finding, uint64_t output);
/// Records that nothing can run: a deadlock or livelock.
void mc_record_stuck(enum mc_finding_kind finding);
/// Ends the trace with the finding "starvation" if the thread waits for what has served others.
void mc_end_if_starved(mc_thread thread);

//===- restart.c ------------------------------------------------------------------------------===//

/// The search restarts: of its findings the races remain, with their counts at 0. The others are
/// kept apart (mc_session->before).
void mc_keep_races(void);
/// The same, but what random schedules have found remains, too. Counts of a systematic search are
/// forgotten.
void mc_keep_samples(void);

//===- crash.c --------------------------------------------------------------------------------===//

/// What the person is told of a fault; `sp`: the stack pointer, or 0.
void mc_describe_fault(char *text, size_t size, int signal, const siginfo_t *info, uint64_t sp);

/// The program calls with the processor's direction flag set: copies would go the other way.
_Noreturn void mc_wrong_direction(void);

//===- misuse.c -------------------------------------------------------------------------------===//

/// Tells of a misuse that libc forgives; does the trace go on behind it?
bool mc_goes_on_behind(const struct mc_finding_details *misuse);

//===- trace_end.c ----------------------------------------------------------------------------===//

/// Ends the trace (guard open); in the trunk, ends everything.
_Noreturn void mc_end_trace(enum mc_trace_kind kind);
_Noreturn void mc_end_with(const struct mc_finding_details *details);
/// The same for a trace that is stuck: records that first (mc_record_stuck).
_Noreturn void mc_end_stuck(enum mc_trace_kind kind, enum mc_finding_kind finding);
/// True if a search of one worker ends with it.
bool mc_ends_search(const struct mc_finding *finding);
/// True if the search ends with what was found. A race is no end if its consequences are explored.
bool mc_is_enough_found(void);
/// In the trunk, for a worker that died in the middle of the program's code.
void mc_end_trace_of_dead_worker(enum mc_trace_kind kind, const struct mc_finding_details *details);
/// The search's counts, for the driver to see.
void mc_publish_counts(void);
#endif // MC_RUNTIME_FINDING_FINDING_H
