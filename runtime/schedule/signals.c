// runtime/schedule/signals.c - the program's signals in its operations, and cancellation: what may
// interrupt one is among its objects.
#include "schedule.h"
#include "runtime/detector/races.h"
#include "runtime/signals/signals.h"

/// False on the way from a signal to its handler, and inside of one transition.
static bool takes_interrupts(const struct mc_operation *operation) {
  return mc_is_interrupted(operation->thread) && !(operation->flags & MC_PROCESS_EXIT) &&
         !mc_process->thread[operation->thread].sections &&
         !(mc_is_of(MC_OF_THREADS, operation) && operation->kind == MC_THREAD_START) &&
         !(mc_is_of(MC_OF_SIGNALS, operation) && operation->kind <= MC_SIGNAL_HANDLE);
}

// A jump out of a handler may have put back a mask that only the kernel knows of.
void mc_signals_look(const struct mc_site *site) {
  if (mc_process->thread[mc_self_].handlers)
    mc_signals_are_blocked(mc_real_signal_mask(), mc_thread_never_blocked(), site);
}

void mc_signals_meet(const struct mc_operation *operation, const struct mc_site *site) {
  if (mc_process->thread[operation->thread].handlers &&
      mc_has_left_handler((uintptr_t)__builtin_frame_address(0)))
    mc_warn(MC_WARN_HANDLER_LEFT, site);
  if (mc_may_be_cancelled(operation->thread))
    mc_warn_of(MC_WARN_CANCEL, "and handlers of signals may interrupt it", site);
  mc_signals_of(operation->thread);
  mc_signals_of_process();
  if (!mc_is_of(MC_OF_SIGNALS, operation) || operation->kind != MC_SIGNAL_MASK)
    mc_signals_look(site);
}

/// Where handlers run only in threads that wait (--signals=off), one without objects that lets
/// others go on is a wait.
static bool may_wait(const struct mc_operation *operation) {
  return operation->objects || operation->flags & (MC_YIELD | MC_POLL | MC_BUSY_WAIT);
}

/// Between two accesses, or while it waits, a thread may take its cancellation.
static void add_cancellation(struct mc_operation *operation) {
  const struct mc_cancellation *c = &mc_process->thread[operation->thread].cancellation;
  const bool is_waiting = !c->is_asynchronous && c->point == MC_POINT_WAITS;
  const bool is_signal = mc_is_of(MC_OF_SIGNALS, operation);
  if (!mc_thread_takes_cancellation(operation->thread) ||
      (!c->is_asynchronous && (c->point == MC_NO_POINT || c->point == MC_POINT_UNSEEN)) ||
      operation->flags & MC_PROCESS_EXIT ||
      (mc_is_of(MC_OF_THREADS, operation) && operation->kind == MC_THREAD_START) ||
      (is_signal && operation->argument[2] == MC_OF_CANCELLATION))
    return;
  operation->flags &= (uint16_t)~MC_BEGUN;
  operation->flags |= is_waiting ? MC_BEGUN : 0;
  operation->object[mc_first_signals(operation)] = mc_cancellation_of(operation->thread);
  operation->signals = 1;
}

void mc_signals_add(struct mc_operation *operation) {
  if (!mc_may_be_interrupted(operation->thread)) {
    add_cancellation(operation);
    return;
  }
  if (!takes_interrupts(operation))
    return;
  operation->handled_waiting = mc_session->config.signals;
  if (operation->handled_waiting && !may_wait(operation))
    return;
  mc_object *signals = operation->object + mc_first_signals(operation);
  signals[operation->signals++] = mc_object_find(
      mc_primitive_of[MC_OF_SIGNALS], (const volatile void *)((uintptr_t)operation->thread + 1));
  if (mc_takes_process_signals())
    signals[operation->signals++] = mc_object_find(mc_primitive_of[MC_OF_SIGNALS], NULL);
}
