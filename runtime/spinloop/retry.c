// runtime/spinloop/retry.c - a compare-exchange at the end of an iteration waits until it succeeds.
//
//     do { old = load(&top); node->next = old; } while (!compare_exchange(&top, old, node));
//
// Where it fails, the iteration has changed nothing. Another trace has what the thread would do
// then: there its iteration begins later. So to fail is no step, and a thread that could only fail
// makes no more steps, unless the value comes back. A trace that ends so is dropped: the thread
// would go on, since it would read another value than it expects. This holds as for other
// iterations that fail (giving_up.c).
//
// What such an iteration stores, every one stores again, so that nobody can tell, but a thread that
// has looked meanwhile: a node is known to nobody else before the attempt succeeds, as far as
// anyone has seen. If another thread accesses what was stored before the attempt, the search
// restarts, with attempts that fail. A plain access that is not ordered is a race, and so a step of
// the search; one that is ordered comes before the iteration or after its success, for there is
// nothing else in between by which the thread could tell others anything.
#include "waiting.h"
#include "runtime/record/leave.h"

void __mcmini_retries(uint32_t flags) {
  if (!mc_checking() || !mc_loops_are_proven())
    return;
  mc_waiting.retries = true;
  mc_waiting.retry = flags;
  mc_waiting.retry_since = mc_shared->trace.steps;
}

/// Has another thread written there since the calling one has read it last? If not, what it expects
/// is not what it has read.
static bool is_overtaken(const struct mc_operation *attempt) {
  for (uint32_t i = mc_shared->trace.steps; i-- > 0;) {
    const struct mc_operation *step = &mc_shared->trace.step[i].operation;
    if (step->thread != mc_self_ && mc_dependent(step, attempt))
      return true;
    if (step->thread == mc_self_ && mc_is_of(MC_OF_VARIABLES, step) &&
        step->object[0] == attempt->object[0])
      return false;
  }
  return false;
}

bool mc_retries(struct mc_operation *operation) {
  const bool stores = mc_waiting.retry & MC_RETRY_STORES;
  if (!mc_is_of(MC_OF_VARIABLES, operation) || operation->kind != MC_ATOMIC_COMPARE_EXCHANGE)
    return false;
  mc_waiting.retries = false;
  if (!mc_may_give_up() || (stores && mc_session->stores_are_seen) ||
      (mc_waiting.retry & MC_RETRY_STORES_PLAINLY && !mc_plain_is_visible()))
    return false;
  struct mc_operation attempt = *operation;
  attempt.thread = mc_self_;
  attempt.flags |= MC_AWAITS | MC_RETRIES;
  if (!mc_model_alternatives_of(&mc_process->model, &attempt, NULL) && !is_overtaken(&attempt))
    return false;
  operation->flags = attempt.flags;
  mc_guard_open();
  mc_process->thread[mc_self_].stored_since = stores ? mc_waiting.retry_since : MC_NONE;
  mc_guard_close();
  return true;
}

bool mc_is_at_attempt(mc_thread thread) {
  const struct mc_operation *pending = mc_model_pending(&mc_process->model, thread);
  return pending && pending->flags & MC_RETRIES;
}

bool mc_would_retry(mc_thread thread) {
  return mc_is_at_attempt(thread) && !mc_model_alternatives(&mc_process->model, thread, NULL);
}

/// Has another thread accessed what the step has written, since?
static bool is_seen(uint32_t written) {
  const struct mc_operation *write = &mc_shared->trace.step[written].operation;
  for (uint32_t i = written + 1; i < mc_shared->trace.steps; i++) {
    const struct mc_operation *step = &mc_shared->trace.step[i].operation;
    if (step->thread != write->thread && mc_dependent(step, write))
      return true;
  }
  return false;
}

void mc_attempt_ends(mc_thread thread) {
  const uint32_t since = mc_process->thread[thread].stored_since;
  for (uint32_t i = since; since != MC_NONE && i < mc_shared->trace.steps; i++) {
    const struct mc_operation *step = &mc_shared->trace.step[i].operation;
    if (step->thread != thread || !mc_is_of(MC_OF_VARIABLES, step) || mc_is_load(step) ||
        step->flags & MC_RETRIES || !is_seen(i))
      continue;
    mc_session_write();
    mc_session->stores_are_seen = 1;
    mc_restart_search();
  }
}
