// runtime/spinloop/waiting.h - loops that wait for other threads: those that the pass has proven,
// and those that are recognised while they run.
#ifndef MC_RUNTIME_SPINLOOP_WAITING_H
#define MC_RUNTIME_SPINLOOP_WAITING_H

#include "runtime/signals/signals.h"

//===- await.c --------------------------------------------------------------------------------===//

/// Of the calling thread.
extern __thread struct mc_waiting {
  uint32_t until; ///< enum mc_until: what a loop awaits of the next operation; 0: nothing
  bool has_iterated; ///< it has been in a waiting loop
  uint64_t mask, operand;
  bool has_look, is_made; ///< a load comes before it; which was made with it
  struct {
    uint32_t access;
    uint64_t operand, expected;
  } attempt; ///< if it has
  struct mc_wanted plain;
} mc_waiting;

void mc_await_start(void);
/// Does a loop wait if the pass says so?
bool mc_loops_are_proven(void);
/// The operation is about to be declared by the calling thread, where it may wait in a loop.
void mc_recognise(struct mc_operation *operation, const struct mc_site *site);
/// The loop awaits this operation, if it is not just a yield.
void mc_await_operation(struct mc_operation *operation);
/// What the operation, which does, waits for; and the thread's busy wait.
void mc_record_awaited(const struct mc_operation *pending, struct mc_thread_end *end);
void mc_record_plain_wait(mc_thread thread, struct mc_thread_end *end);
/// Is the operation, which is not enabled, waited for by a loop? It may also wait for who holds it.
bool mc_waits_in_loop(const struct mc_operation *pending);

/// The calling thread is about to declare the operation: what a loop awaits of it, or may.
static inline void mc_loop_expects(struct mc_operation *operation, const struct mc_site *site) {
  if (mc_waiting.until)
    mc_await_operation(operation);
  else
    mc_recognise(operation, site);
}

//===- giving_up.c ----------------------------------------------------------------------------===//

/// Does a thread whose iteration has failed make no more steps in this trace? `change`: of
/// mc_iteration_since.
bool mc_gives_up(const struct mc_operation *change);
/// The calling thread makes no more; `waits`: what would have to be enabled for another iteration.
/// It returns in a thread in doubt alone (mc_recognise_iteration).
void mc_give_up(const struct mc_operation *waits, const struct mc_site *site);
/// What the thread waits for: the operation, if it has given up, or what it has pending, or NULL.
const struct mc_operation *mc_waits_for(mc_thread thread);
/// Has the thread given up, and would it go on now?
bool mc_would_go_on(mc_thread thread);
/// The thread's operation is not enabled, nor would it go on otherwise.
bool mc_is_blocked(mc_thread thread);
/// Has one that would? The trace, at its end, is then to be dropped. Where the thread could not
/// have gone on instead of a step that mc_outwait has seen, the search restarts.
bool mc_some_would_go_on(void);
/// A busy wait or the end of the process is about to be a step. With the guard open.
void mc_outwait(void);
static inline void mc_outwait_by(const struct mc_operation *chosen, mc_alternative alternative) {
  if (chosen->flags & (MC_BUSY_WAIT | MC_PROCESS_EXIT) && alternative < MC_INTERRUPTED)
    mc_outwait();
}
/// It matters that this thread goes on; that all would do so that have given up. If there is one
/// the search restarts without giving up. With the guard open.
void mc_needs_iterations(mc_thread thread);
void mc_needs_all_iterations(void);

//===- iteration.c ----------------------------------------------------------------------------===//

/// The calling thread's step has been made.
void mc_iteration_note(const struct mc_operation *operation);
static inline void mc_iteration_made(const struct mc_operation *operation) {
  if (mc_waiting.has_iterated)
    mc_iteration_note(operation);
}
/// It is about to write plain memory: of its own stack, or other.
void mc_iteration_write_own(void);
void mc_iteration_write(void);
/// It has iterations, and reads memory plainly.
void mc_iteration_read_plainly(uint64_t address, uint64_t size);

enum mc_iteration_kind {
  MC_ITERATION_CHANGES,   ///< something, or may have; or cannot be waited for
  MC_ITERATION_OVERTAKEN, ///< only reads, and two values of one variable: the next may differ
  MC_ITERATION_FAILS,     ///< operations of other primitives than variables, and reads nothing
  MC_ITERATION_KEEPS,     ///< reads, and writes the values that are there
  MC_ITERATION_READS,
};
/// What the thread's operations after the `iteration`-th were. `change`: that another value can be
/// read, or something else below the mutex, its last object; `value`: that of its last object.
enum mc_iteration_kind mc_iteration_since(uint64_t iteration, struct mc_operation *change,
                                          uint64_t *value);
/// argument [1] of the change: has the iteration taken a mutex, and given it back with all as it
/// was? Else it may have told others something, and it matters that it was made.
enum mc_iteration_below { MC_BELOW_NOTHING, MC_BELOW_LOCK, MC_BELOW_LOCK_KEPT };
/// The thread is about to give the mutex back: is, for all others, all as when it did so before,
/// with nothing but looks in between? `is_polling`: it is worth a look at its stack, and at the
/// trace.
bool mc_iteration_keeps(mc_object mutex, bool is_polling);
/// What changes in plain memory, the search for races has seen: it is a transition.
bool mc_plain_is_visible(void);

//===- repetition.c ---------------------------------------------------------------------------===//

/// In the trunk.
void mc_repetition_start(void);
/// Of the calling thread, which is about to declare an operation: is its place to be known?
bool mc_repetition_is_due(const struct mc_operation *operation, const struct mc_site *site);
static inline bool mc_repetition_looks(const struct mc_operation *operation,
                                       const struct mc_site *site) {
  return mc_process->exits && mc_repetition_is_due(operation, site);
}
/// The operation is declared, by a thread that may have written since its last one. With the guard
/// open, as what follows.
void mc_repetition_compare(const struct mc_operation *operation, const struct mc_site *site,
                           const struct mc_thread_place *place);
static inline void mc_repetition_arrives(const struct mc_operation *operation,
                                         const struct mc_site *site, bool wrote,
                                         const struct mc_thread_place *place) {
  mc_process->exits |= (operation->flags & MC_PROCESS_EXIT) != 0;
  if (wrote)
    mc_process->hidden = mc_shared->trace.steps;
  if (mc_process->exits && !(operation->flags & MC_PROCESS_EXIT))
    mc_repetition_compare(operation, site, place);
}
/// The step has been made; `changes_nothing`: but locks that were taken or given back.
static inline void mc_repetition_steps(const struct mc_operation *step, bool changes_nothing) {
  const bool is_call = mc_is_of(MC_OF_CALLS, step); // its value says what it changed
  if (step->flags & MC_ELSEWHERE && !is_call) {
    mc_process->hidden = mc_shared->trace.steps + 1;
    mc_process->calls++;
  }
  if (!changes_nothing)
    mc_process->changed = mc_shared->trace.steps + 1;
}
/// Before each step: tells the model who does nothing else any more, and who perhaps does.
void mc_repetition_find(void);
static inline void mc_repetition_look(void) {
  if (mc_process->exits)
    mc_repetition_find();
}
/// The process exits.
void mc_repetition_exits(void);

//===- recognise.c ----------------------------------------------------------------------------===//

/// In a thread, before the program's own function: the end of the stack.
void mc_recognise_thread(void *end);
/// In the trunk.
void mc_recognise_start(void);
/// A plain access is about to be made; `stored` bytes, if not 0, when the hook returns.
void mc_recognise_plain(uintptr_t address, uint64_t stored, bool is_write);
/// What the calling thread has stored since its last operation may have left what was there: looks.
void mc_recognise_stores(void);
/// It is about to free memory.
void mc_recognise_freed(void);
/// The search restarts without recognising loops, and without attempts that are made with the
/// load in front of them, which the warning explains.
_Noreturn void mc_doubt(enum mc_warning warning, const struct mc_site *site);
/// May the calling thread have changed anything since its last operation, before one at `site`?
/// Would that have been seen?
bool mc_recognise_wrote(const struct mc_site *site);
bool mc_recognise_sees(const struct mc_site *site);
/// Is the calling thread, in a handler of ours, one that has been interrupted while its stack is
/// looked at? It then has no number.
bool mc_recognise_unwinds(void);
/// In the handler of a fault meanwhile: some code says wrongly how to unwind it. The state is not
/// known then.
_Noreturn void mc_recognise_give_up(void);
/// Where the calling thread stands, its registers and its stack.
struct mc_thread_place mc_recognise_place(void);
/// A hash of that; 0: not known.
uint64_t mc_recognise_state(void);
/// All that are left wait (guard open): the thread that is to make some more iterations, to show
/// it; MC_NO_THREAD: all have.
mc_thread mc_recognise_doubt(void);
/// In the thread that makes them: its operation has the outcome that it had before.
uint64_t mc_recognise_iteration(struct mc_operation *operation, const struct mc_site *site);

#endif // MC_RUNTIME_SPINLOOP_WAITING_H
