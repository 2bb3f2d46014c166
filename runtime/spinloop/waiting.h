// runtime/spinloop/waiting.h - loops that wait for other threads: those that the pass has proven,
// and those that are recognised while they run.
#ifndef MC_RUNTIME_SPINLOOP_WAITING_H
#define MC_RUNTIME_SPINLOOP_WAITING_H

#include "runtime/signals/signals.h"

//===- await.c --------------------------------------------------------------------------------===//

/// What the pass says of the loop that the calling thread is in.
extern __thread struct mc_waiting {
  uint32_t until; ///< enum mc_until: what a loop awaits of the next operation; 0: nothing
  bool is_in_call; ///< the loop is how a function waits of which the program knows no loop
  uint64_t mask, operand;
  bool has_look, is_made; ///< a load comes before the operation; they were made together
  struct {
    uint32_t access;
    uint64_t operand, expected;
  } attempt; ///< the operation, if a load comes before it
  struct mc_wanted plain;
  bool retries;                ///< its next compare-exchange ends an iteration
  uint32_t retry, retry_since; ///< enum mc_retry; the step before which the iteration began
} mc_waiting;

void mc_await_start(void);
/// Is it true that a loop waits if the pass says so?
bool mc_loops_are_proven(void);
/// The calling thread is about to declare the operation; it may wait in a loop that nobody has
/// proven.
void mc_recognise(struct mc_operation *operation, const struct mc_site *site);
/// The loop awaits this operation, if it is not just a yield.
void mc_await_operation(struct mc_operation *operation);
/// Writes what an operation in a waiting loop waits for; what the thread's busy wait waits for.
void mc_record_awaited(const struct mc_operation *pending, struct mc_thread_end *end);
void mc_record_plain_wait(mc_thread thread, struct mc_thread_end *end);
/// Does a loop wait for the operation, which is not enabled? Else it waits for who holds its
/// object.
bool mc_waits_in_loop(const struct mc_operation *pending);

//===- retry.c --------------------------------------------------------------------------------===//

/// The calling thread, of whose loop the pass has said so, is about to declare the operation. If it
/// is the attempt that ends an iteration, and to fail is to be no outcome, it waits from now on.
bool mc_retries(struct mc_operation *operation);
/// Is the thread at such an attempt? Would that fail?
bool mc_is_at_attempt(mc_thread thread);
bool mc_would_retry(mc_thread thread);
/// The thread's attempt has succeeded, or would fail at the end of the trace. If others have seen
/// what the iteration has stored, the search restarts with iterations that fail. With the guard
/// open.
void mc_attempt_ends(mc_thread thread);

//===- await.c again --------------------------------------------------------------------------===//

/// The calling thread is about to declare the operation: what a loop awaits of it, or may.
static inline void mc_loop_expects(struct mc_operation *operation, const struct mc_site *site) {
  if (mc_waiting.until)
    mc_await_operation(operation);
  else if (!mc_waiting.retries || !mc_retries(operation))
    mc_recognise(operation, site);
}

//===- giving_up.c ----------------------------------------------------------------------------===//

/// Are all schedules explored, and is nothing known of the calling thread for which its iterations
/// that fail are needed?
bool mc_may_give_up(void);
/// Does the calling thread, whose iteration has failed, give up? `change` is that of
/// mc_iteration_since.
bool mc_gives_up(const struct mc_operation *change);
/// The calling thread gives up. `waits` is what would have to be enabled for another iteration. The
/// call returns only in a thread in doubt (mc_recognise_iteration).
void mc_give_up(const struct mc_operation *waits, const struct mc_site *site);
/// What the thread waits for: `waits` if it has given up, else its pending operation, or NULL.
const struct mc_operation *mc_waits_for(mc_thread thread);
/// Has the thread given up, and would it go on now?
bool mc_would_go_on(mc_thread thread);
/// The thread's operation is not enabled, nor would it go on otherwise.
bool mc_is_blocked(mc_thread thread);
/// At the end of a trace: would a thread that has given up go on now? Then the trace is to be
/// dropped. If mc_outwait has seen a step instead of which the thread could not have gone on, the
/// search restarts.
bool mc_some_would_go_on(void);
/// A busy wait or the end of the process is about to be a step. With the guard open.
void mc_outwait(void);
static inline void mc_outwait_by(const struct mc_operation *chosen, mc_alternative alternative) {
  if (chosen->flags & (MC_BUSY_WAIT | MC_PROCESS_EXIT) && alternative < MC_INTERRUPTED)
    mc_outwait();
}
/// It matters that this thread goes on; that all threads go on. If one of these has given up, the
/// search restarts without giving up. With the guard open.
void mc_needs_iterations(mc_thread thread);
void mc_needs_all_iterations(void);

//===- iteration.c ----------------------------------------------------------------------------===//

/// The calling thread has been in a waiting loop.
bool mc_has_iterated(void);
void mc_set_iterated(bool has_iterated);
/// The calling thread's step has been made.
void mc_iteration_note(const struct mc_operation *operation);
static inline void mc_iteration_made(const struct mc_operation *operation) {
  if (mc_has_iterated())
    mc_iteration_note(operation);
}
/// The calling thread is about to write plain memory: its own stack; other memory.
void mc_iteration_write_own(void);
void mc_iteration_write(void);
/// The calling thread, which has iterations, reads memory plainly.
void mc_iteration_read_plainly(uint64_t address, uint64_t size);

enum mc_iteration_kind {
  MC_ITERATION_CHANGES,   ///< it changes something, or may; or one cannot wait for what it reads
  MC_ITERATION_OVERTAKEN, ///< it only reads, but two values of one variable: the next may differ
  MC_ITERATION_FAILS,     ///< its operations, which are of no variables, fail; it reads nothing
  MC_ITERATION_KEEPS,     ///< it reads, and writes the values that are there
  MC_ITERATION_READS,     ///< it only reads
};
/// What the thread's operations after the `iteration`-th were. `change` is enabled when another
/// value can be read, or when something below the mutex, its last object, may have changed. `value`
/// is that of its last object.
enum mc_iteration_kind mc_iteration_since(uint64_t iteration, struct mc_operation *change,
                                          uint64_t *value);
/// argument[1] of `change`: has the iteration taken a mutex, and given it back with all as it was?
/// If not as it was, the iteration may have told others something, and it matters that it was made.
enum mc_iteration_below { MC_BELOW_NOTHING, MC_BELOW_LOCK, MC_BELOW_LOCK_KEPT };
/// The thread is about to give the mutex back. Is all that others can see as it was when the thread
/// did so before, with nothing but looks in between? With `is_polling` it is worth looking at the
/// thread's stack, and at the trace.
bool mc_iteration_keeps(mc_object mutex, bool is_polling);
/// The search for races sees what changes in plain memory, and makes it a transition.
bool mc_plain_is_visible(void);

//===- repetition.c ---------------------------------------------------------------------------===//

/// In the trunk.
void mc_repetition_start(void);
/// The calling thread is about to declare the operation: is it to be known where the thread stands?
bool mc_repetition_is_due(const struct mc_operation *operation, const struct mc_site *site);
static inline bool mc_repetition_looks(const struct mc_operation *operation,
                                       const struct mc_site *site) {
  return mc_process->exits && mc_repetition_is_due(operation, site);
}
/// A thread has declared the operation. With `wrote` it may have written since its last one. With
/// the guard open, as are those that follow.
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
/// The step has been made. With `changes_nothing` it has at most taken or given back a lock.
static inline void mc_repetition_steps(const struct mc_operation *step, bool changes_nothing) {
  const bool is_call = mc_is_of(MC_OF_CALLS, step); // its value says what it changed
  if (step->flags & MC_ELSEWHERE && !is_call) {
    mc_process->hidden = mc_shared->trace.steps + 1;
    mc_process->calls++;
  }
  if (!changes_nothing)
    mc_process->changed = mc_shared->trace.steps + 1;
}
/// Before each step: tells the model which threads only repeat themselves, and which perhaps do.
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
/// The calling thread is about to make a plain access. If `stored` is not 0, so many bytes are
/// written as soon as the hook returns.
void mc_recognise_plain(uintptr_t address, uint64_t stored, bool is_write);
/// Looks whether what the calling thread has stored since its last operation has changed anything.
void mc_recognise_stores(void);
/// The calling thread is about to free memory.
void mc_recognise_freed(void);
/// The search restarts without recognising loops, and without attempts that are made with the
/// load in front of them, which the warning explains.
_Noreturn void mc_doubt(enum mc_warning warning, const struct mc_site *site);
/// May the calling thread have changed anything since its last operation, before one at `site`?
/// Would that have been seen?
bool mc_recognise_wrote(const struct mc_site *site);
bool mc_recognise_sees(const struct mc_site *site);
/// In a handler of ours: was the calling thread interrupted while its stack is looked at? It has no
/// number meanwhile.
bool mc_recognise_unwinds(void);
/// In the handler of a fault meanwhile: some code is wrong about how to unwind it, so the state is
/// not known.
_Noreturn void mc_recognise_give_up(void);
/// These words belong to the running thread's state, too; NULL: none any more. What makes a hash of
/// them.
void mc_state_beside(const uint64_t *state, unsigned words);
uint64_t mc_hash_beside(uint64_t hash);
/// May code have effects that nobody counts?
static inline bool mc_effects_are_doubted(void) {
  return mc_session->observed.is_tsan || mc_session->observed.is_patched;
}
/// Where the calling thread stands, its registers and its stack.
struct mc_thread_place mc_recognise_place(void);
/// A hash of that; 0: not known.
uint64_t mc_recognise_state(void);
/// All threads that are left wait; the guard is open. Returns the thread that is to make some more
/// iterations to show it; MC_NO_THREAD: all have.
mc_thread mc_recognise_doubt(void);
/// In the thread that makes them: its operation has the outcome that it had before.
uint64_t mc_recognise_iteration(struct mc_operation *operation, const struct mc_site *site);

#endif // MC_RUNTIME_SPINLOOP_WAITING_H
