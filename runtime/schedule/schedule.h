// runtime/schedule/schedule.h - the visible operation: objects, the step loop, policies.
#ifndef MC_RUNTIME_SCHEDULE_SCHEDULE_H
#define MC_RUNTIME_SCHEDULE_SCHEDULE_H

#include "runtime/debug/debug.h"
#include "runtime/detector/races.h"
#include "runtime/events.h"
#include "runtime/finding/finding.h"
#include "runtime/spinloop/waiting.h"
#include "runtime/memory/memory.h"

//===- object.c -------------------------------------------------------------------------------===//

/// More than the tables hold: a limit of ours.
_Noreturn void mc_too_many(enum mc_warning warning);
/// The variable, which has no record yet, gets one: it is used, and not only overlapped.
void mc_variable_name(mc_object variable);
/// The object's state was changed: true if it has another owner now.
bool mc_object_changes_owner(mc_object object);

//===- policy.c -------------------------------------------------------------------------------===//

/// In the trunk, when the search begins or there is none: ends everything if --policy has words
/// that mean nothing.
void mc_policies_check(void);

//===- process_exit.c -------------------------------------------------------------------------===//

/// As the process ends: writes what the program's output streams hold. As with exit, that includes
/// streams that a thread has locked.
void mc_flush_streams(void);
/// At the start, before the program has handlers of its own.
void mc_process_exit_start(void);
/// For the calling thread's exit: the object of all exits, or MC_NO_OBJECT if their order does not
/// show.
mc_object mc_process_of_exits(void);
/// What stands in the place of the program's main function.
int (*mc_process_main(int (*main)(int, char **, char **)))(int, char **, char **);

//===- operation.c ----------------------------------------------------------------------------===//

void mc_operations_start(void);
/// The primitive is one of the user's.
bool mc_is_registered(const struct mc_primitive *primitive);

//===- schedule.c -----------------------------------------------------------------------------===//

/// The operation is what operation->thread does next.
void mc_declare(struct mc_operation *operation, const struct mc_site *site);

/// With the guard open: chooses a step, runs it in the model, and returns the thread that is to go
/// on. For mc_threads_schedule, as is mc_livelock; both ignore their argument.
mc_thread mc_choose_thread(void *nothing);
/// Runs the step in the model; it is the `number`-th of the trace, MC_NONE in the trunk.
void mc_execute(struct mc_step step, uint32_t number, struct mc_logged_step *log);
/// The calling thread's step was made; the guard is still open.
static inline void mc_thread_goes_on(void) {
  if (mc_session->config.debugging)
    mc_gdb_stepped();
  mc_races_go_on();
}
/// The program is about to have a child. Only its parent can wait for that: in each trace another
/// one, so that the search begins here.
void mc_end_trunk(const struct mc_site *site);

//===- stuck.c --------------------------------------------------------------------------------===//

/// The search gives no step: ends the trace or the search. A livelock may have to be shown first:
/// then returns the thread that shows it.
mc_thread mc_end_by(enum mc_next_verdict verdict, const struct mc_next *next);
/// The step repeats one of the trace before: ends the search if the program did something else.
void mc_check_repetition(const struct mc_next *next);
/// All threads that are left wait: ends the trace, or returns a thread that is to show that it
/// waits.
mc_thread mc_livelock(void *nothing);

//===- after_failure.c ------------------------------------------------------------------------===//

/// Before a trace fails: true if its other threads are to go on first.
bool mc_begin_after_failure(const struct mc_finding_details *details);
/// The same, and lets them go on.
void mc_go_on_after_failure(const struct mc_finding_details *details);
/// The thread that goes on, instead of the search's choice.
mc_thread mc_choose_after_failure(void);

//===- signals.c ------------------------------------------------------------------------------===//

/// Makes the signals' objects for the calling thread; adds them to its operation.
void mc_signals_meet(const struct mc_operation *operation, const struct mc_site *site);
void mc_signals_add(struct mc_operation *operation);

//===- order.c --------------------------------------------------------------------------------===//

/// At the start: takes memory.
void mc_order_start(void);

//===- progress.c -----------------------------------------------------------------------------===//

/// A thread declares its next operation.
struct mc_arrival {
  struct mc_operation *operation;
  const struct mc_site *site;
  uint32_t shown; ///< as in struct mc_thread_info
  const uint64_t *frame;
  bool wrote;                   ///< since its last one, or may have
  bool is_in_call;              ///< see mc_wait_in_call
  struct mc_thread_place place; ///< where it may repeat itself
};

enum {
  MC_POLLING_ITERATIONS = 9, ///< repetitions after which a thread is taken to poll
  MC_IDLE_STEPS = 1000, ///< at a trace's end, none of which changed anything: perhaps a livelock
};

/// The thread has made that step, which has changed nothing, or who owns its object.
void mc_progress_steps(struct mc_thread_info *info, const struct mc_logged_step *log,
                       bool changes_nothing, bool changes_owner);
/// For so many steps nothing has changed that it is worth knowing where threads stand.
static inline bool mc_progress_is_idle(void) { return mc_process->idle >= MC_IDLE_STEPS / 2; }
/// A thread declares an operation: whether it moves, while nothing changes. Where one that only
/// repeats itself is always in the same state, it has no end; one that counts has. Then: whether it
/// polls.
void mc_progress_stands(const struct mc_arrival *arrival);
static inline void mc_progress_arrives(const struct mc_arrival *arrival) {
  if (arrival->wrote && mc_recognise_sees(arrival->site))
    mc_process->idle = 0;
  if (mc_progress_is_idle())
    mc_progress_stands(arrival);
}
static inline void mc_progress_polls(struct mc_operation *operation) {
  const struct mc_thread_info *info = &mc_process->thread[operation->thread];
  if (info->quiet.repeats >= MC_POLLING_ITERATIONS ||
      info->locking.repeats >= MC_POLLING_ITERATIONS)
    operation->flags |= MC_POLL;
  if (operation->flags & MC_POLL)
    mc_needs_all_iterations();
}
/// For a long time, and all threads that wait for nothing repeat themselves.
bool mc_progress_has_ended(void);

/// The operation is about to be declared: does the search begin or end there, is it one that is
/// explored?
void mc_limits_meet(struct mc_operation *operation, const struct mc_site *site);

#endif // MC_RUNTIME_SCHEDULE_SCHEDULE_H
