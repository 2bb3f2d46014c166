// runtime/threads/handlers.c - the program's signals may interrupt a thread, or any, or do something
// else than before: the search restarts with that known.
#include "threads.h"
#include "runtime/record/leave.h"
#include "runtime/signals/signals.h"
#include "runtime/spinloop/waiting.h"
#include <signal.h>
#include <string.h>

static bool is_late(int signal) { return mc_late_signals() >> (signal - 1) & 1; }

// The search restarts with that known.
void mc_thread_is_interrupted(mc_thread thread, int signal) {
  mc_guard_open();
  mc_needs_iterations(thread);
  mc_signals_use();
  if (mc_mode == MC_MODE_WORKER && !mc_is_one_schedule() &&
      !(mc_is_known_interrupted(thread) && is_late(signal))) {
    mc_session_write();
    mc_session->interrupted[thread / 64] |= (uint64_t)1 << thread % 64;
    mc_session->late_signals |= (uint64_t)1 << (signal - 1);
    mc_session->interrupts = 1;
    mc_restart_search();
  }
  mc_guard_close();
}

void mc_threads_are_interrupted(int signal) {
  mc_guard_open();
  mc_needs_all_iterations();
  mc_signals_use();
  if (mc_mode == MC_MODE_WORKER && !mc_is_one_schedule() &&
      !(mc_takes_process_signals() && is_late(signal))) {
    mc_session_write();
    mc_session->late_signals |= (uint64_t)1 << (signal - 1);
    mc_session->process_interrupts = mc_session->interrupts = 1;
    memset(mc_session->interrupted, 0xff, sizeof mc_session->interrupted);
    mc_restart_search();
  }
  mc_guard_close();
}

void mc_thread_is_cancelled(mc_thread thread) {
  mc_guard_open();
  mc_needs_iterations(thread);
  mc_process->thread[thread].cancellation.is_asked = true;
  if (mc_mode != MC_MODE_WORKER) {
    mc_process->thread[thread].cancellation.is_early = true;
  } else if (!mc_is_one_schedule() && !mc_is_known_cancelled(thread)) {
    mc_session_write();
    mc_session->cancelled[thread / 64] |= (uint64_t)1 << thread % 64;
    mc_session->cancels |= MC_CANCELS_AT_POINTS;
    mc_restart_search();
  }
  mc_guard_close();
}

void mc_thread_is_asynchronous(void) {
  mc_guard_open();
  if (mc_mode == MC_MODE_WORKER && !mc_is_one_schedule() && mc_is_known_cancelled(mc_self_) &&
      mc_process->thread[mc_self_].cancellation.is_asynchronous &&
      mc_session->cancels != MC_CANCELS_ANYWHERE) {
    mc_session_write();
    mc_session->cancels = MC_CANCELS_ANYWHERE;
    mc_restart_search();
  }
  mc_guard_close();
}

void mc_handlers_change(int signal, const struct sigaction *action, const struct mc_site *site) {
  if (!mc_checking())
    return;
  if (action && mc_snapshot_is_taken() && mc_signal_is_needed(signal)) {
    mc_guard_open();
    mc_use_fork(mc_signal_is_needed(signal));
  }
  if (action)
    mc_signals_use();
  if (mc_mode == MC_MODE_WORKER && action && mc_action_is_fixed(signal)) {
    mc_guard_open();
    mc_tables_write();
    mc_shared->tables.changed_actions |= (uint64_t)1 << (signal - 1);
    if (!mc_is_one_schedule())
      mc_restart_search();
    mc_guard_close();
  }
  if (mc_mode == MC_MODE_WORKER ||
      mc_object_find(mc_primitive_of[MC_OF_SIGNALS], NULL) != MC_NO_OBJECT)
    mc_signal_acts(signal, action, site);
  if (action && action->sa_handler != SIG_DFL)
    mc_timers_handled(signal, site);
}
