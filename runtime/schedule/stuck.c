// runtime/schedule/stuck.c - where the search gives no step: the trace ends, its threads wait for
// ever, or the program does not repeat itself.
#include "schedule.h"
#include "runtime/finding/finding.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"
#include "runtime/spinloop/waiting.h"
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

/// A thread is to be cancelled, and waits where that would end it, which is not modelled.
static bool waits_for_cancellation(void) {
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(&mc_process->model, t);
    const struct mc_cancellation *c = &mc_process->thread[t].cancellation;
    const bool is_seen = pending && pending->signals && !mc_is_known_interrupted(t);
    if (pending && c->is_asked && c->point != MC_NO_POINT && !is_seen &&
        mc_thread_takes_cancellation(t) && !mc_is_of(MC_UNCANCELLED, pending))
      return true;
  }
  return false;
}

// A loop that looks below a lock may wait for who holds that.
static bool has_loop(void) {
  const struct mc_model *model = &mc_process->model;
  for (mc_thread t = 0; t < model->thread_count; t++) {
    const struct mc_operation *waits = mc_waits_for(t);
    if (waits && !mc_process->thread[t].is_in_wait &&
        (waits->flags & MC_BUSY_WAIT || mc_waits_in_loop(waits)))
      return true;
  }
  return false;
}

/// A process that the program has forked has written where threads wait, or does so in a moment.
static bool hears_children(void) {
  enum { MOST = 64, MOMENT = 200 }; // ms
  int fd[MOST];
  struct pollfd polled[MOST];
  const unsigned count = mc_descriptors_of_children(fd, MOST);
  for (unsigned i = 0; i < count; i++)
    polled[i] = (struct pollfd){.fd = fd[i], .events = POLLIN};
  mc_sys(SYS_poll, polled, count, count ? MOMENT : 0);
  for (unsigned i = 0; i < count; i++)
    if (polled[i].revents & POLLIN)
      return true;
  return false;
}

static bool is_handled(int signal) {
  struct mc_signal_action action;
  return mc_sys(SYS_rt_sigaction, signal, NULL, &action, sizeof action.mask) == 0 &&
         action.handler != (uintptr_t)SIG_DFL && action.handler != (uintptr_t)SIG_IGN;
}

static bool is_awaited(int signal) {
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(&mc_process->model, t);
    if (pending && mc_awaits_signal(pending, signal))
      return true;
  }
  return false;
}

/// The program has a process that it forked, and the signal of its end may be what threads wait
/// for, or what its handler does.
static bool waits_for_end_of_child(void) {
  siginfo_t none;
  return (is_handled(SIGCHLD) || is_awaited(SIGCHLD)) &&
         mc_sys(SYS_waitid, P_ALL, 0, &none, WEXITED | WNOHANG | WNOWAIT, NULL) == 0;
}

/// A thread waits for what a signal's handler may do, and a timer of the program's would have sent
/// one.
static bool waits_for_timer(void) {
  if (!mc_session->warned[MC_WARN_TIMER])
    return false;
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(&mc_process->model, t);
    if (pending && !mc_is_of(MC_BY_THREADS, pending))
      return true;
  }
  return false;
}

/// Threads wait, or repeat themselves, and none can ever go on.
_Noreturn static void end_stuck(enum mc_trace_kind kind, enum mc_finding_kind finding) {
  if (waits_for_cancellation()) {
    mc_record_warning(MC_WARN_CANCELLED_WAIT, NULL, NULL);
    mc_abandon_trace(MC_END_OUTSIDE);
  }
  if (waits_for_timer())
    mc_abandon_trace(MC_END_OUTSIDE);
  mc_end_stuck(kind, finding);
}

/// A thread waits for a client, and none of the program's threads has tried to be one.
static bool waits_for_client(void) {
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(&mc_process->model, t);
    if (pending && mc_awaits_client(pending)) {
      mc_record_warning(MC_WARN_CLIENT, NULL, mc_process->thread[t].site);
      return true;
    }
  }
  return false;
}

/// The thread waits for an object that another one owns, which does not itself wait for a client.
static bool waits_for_owner(mc_thread t) {
  const struct mc_model *model = &mc_process->model;
  const struct mc_operation *pending = mc_model_pending(model, t);
  for (unsigned i = 0; pending && mc_is_blocked(t) && i < pending->objects; i++) {
    const struct mc_model_object *object = &model->object[pending->object[i]];
    const mc_thread owner =
        object->primitive->owner ? object->primitive->owner(object->state) : MC_NO_THREAD;
    const struct mc_operation *its =
        owner < model->thread_count ? mc_model_pending(model, owner) : NULL;
    if (owner != MC_NO_THREAD && !(its && mc_is_at_listener(its)))
      return true;
  }
  return false;
}

/// The recorded clients have done all they did, and a thread waits for another one.
static bool has_served_all(void) {
  bool is_at_listener = false;
  if (!mc_peers_have_ended())
    return false;
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    const struct mc_operation *pending = mc_model_pending(&mc_process->model, t);
    is_at_listener |= pending && mc_is_at_listener(pending);
    if (waits_for_owner(t))
      return false;
  }
  return is_at_listener;
}

void mc_end_if_idle(void) {
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++)
    if (t != mc_self_ && mc_model_pending(&mc_process->model, t) &&
        (!mc_is_blocked(t) || waits_for_owner(t)))
      return;
  mc_end_trace(MC_COMPLETED);
}

_Noreturn static void end_deadlocked(void) {
  if (has_served_all())
    mc_end_trace(MC_COMPLETED);
  if (waits_for_client())
    mc_abandon_trace(MC_END_OUTSIDE);
  const bool hears = !waits_for_cancellation() && hears_children();
  if (!hears && !waits_for_end_of_child())
    end_stuck(MC_DEADLOCKED, MC_FINDING_DEADLOCK);
  mc_record_warning(hears ? MC_WARN_FORKED_WRITER : MC_WARN_FORKED_SIGNAL, NULL, NULL);
  mc_abandon_trace(MC_END_OUTSIDE);
}

mc_thread mc_livelock(void *nothing) {
  (void)nothing;
  if (mc_some_would_go_on())
    mc_end_trace(MC_DROPPED);
  if (!has_loop())
    end_deadlocked();
  const mc_thread doubted = mc_recognise_doubt();
  if (doubted == MC_NO_THREAD)
    end_stuck(MC_FAILED, MC_FINDING_LIVELOCK);
  return doubted;
}

//===- What is not repeated -------------------------------------------------------------------===//

// The log of the trace before this one still has this step, unless that was another choice.
static bool is_logged(const struct mc_next *next) {
  const struct mc_logged_step *log = &mc_shared->trace.step[next->depth];
  return !next->recorded || log->operation.thread == next->step.thread;
}

// The search knows objects by their number in a trace: are they the same ones, at the same place?
static bool is_repetition(const struct mc_next *next) {
  const struct mc_logged_step *log = &mc_shared->trace.step[next->depth];
  const struct mc_operation *met = mc_model_pending(&mc_process->model, next->step.thread);
  for (int i = 0; i < mc_named_objects(met); i++)
    if (mc_process->object[met->object[i]].record != log->record[i])
      return false;
  return mc_process->thread[next->step.thread].site == log->site;
}

_Noreturn static void diverged(const struct mc_next *next) {
  struct mc_divergence *d = &mc_session->divergence;
  mc_session_write();
  const struct mc_operation *met = mc_model_pending(&mc_process->model, next->step.thread);
  d->step = next->depth;
  if (is_logged(next))
    d->recorded = mc_record_step(&mc_shared->trace.step[next->depth]);
  else
    d->recorded = mc_record_step(&(struct mc_logged_step){
        .operation = *next->recorded, .record = {MC_NONE, MC_NONE}, .site = &mc_nowhere});
  memset(&d->met, 0, sizeof d->met);
  if (met)
    d->met = mc_record_operation(met, mc_process->thread[next->step.thread].site);
  d->met.thread = next->step.thread;
  mc_abandon_trace(MC_END_NONDETERMINISTIC);
}

void mc_check_repetition(const struct mc_next *next) {
  if (!is_repetition(next))
    diverged(next);
  mc_shared->trace.repeated = next->depth + 1;
}

//===- The search's other answers -------------------------------------------------------------===//

_Noreturn static void end(const struct mc_next *next) {
  const enum mc_search_part part = mc_search_part(mc_shared->tables.search);
  if (part == MC_PART_EXTENSION)
    mc_end_if_starved(mc_search_against(mc_shared->tables.search));
  if (next->kind == MC_DEADLOCKED)
    end_deadlocked();
  if (next->kind == MC_BOUNDED && part != MC_PART_PROBE && // a probe may be unfair
      !mc_model_drops(&mc_process->model) && mc_progress_has_ended())
    end_stuck(MC_FAILED, MC_FINDING_LIVELOCK);
  mc_end_trace(next->kind);
}

mc_thread mc_end_by(enum mc_next_verdict verdict, const struct mc_next *next) {
  switch (verdict) {
  case MC_NEXT_END:
    end(next);
  case MC_NEXT_LIVELOCK:
    return mc_livelock(NULL);
  case MC_NEXT_DIVERGED:
    diverged(next);
  case MC_NEXT_UNFAIR:
    mc_session_write();
    mc_session->fair = 1;
    mc_record_warning(MC_WARN_FAIR, NULL, NULL);
    mc_restart_search();
  case MC_NEXT_UNSUITED:
    mc_session_write();
    if (mc_search_counts(mc_shared->tables.search)->traces[MC_FAILED])
      mc_session->source = 1;
    else if (mc_session->by_pop == MC_BY_POP)
      mc_session->by_pop = MC_BY_POP_NEVER;
    else
      mc_session->optimal = 1;
    mc_restart_search();
  case MC_NEXT_STEP: // is none of these
  case MC_NEXT_EXHAUSTED:
    mc_abandon_trace(MC_END_EXHAUSTED);
  }
}
