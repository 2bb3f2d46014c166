// runtime/spinloop/giving_up.c - a thread whose iteration in a waiting loop has failed makes no
// more steps in this trace.
//
// Such an iteration has changed nothing. So whatever a thread does after some iterations that fail
// and one that succeeds, it also does in a schedule without those that fail: that is another trace.
// If its iterations fail for ever, one iteration that comes last shows it. At the end of a trace
// threads may be left. If one of them is in such a loop, and what it has read is not there any
// more, it would go on: the trace is dropped. Otherwise the trace is the livelock, or the deadlock,
// that it looks like.
//
// That holds if all schedules are explored. In random schedules, in fair ones, with a bound on
// preemptions, and when a schedule is repeated, a thread waits until what it has read has changed.
// The search restarts with threads that wait in that way
// - if another thread polls, perhaps for what comes after the loop,
// - if a handler may interrupt the thread, or it is to be cancelled,
// - if what it has read changes only after a step that is not taken while the thread can run, such
//   as the exit of the process: before its only iteration it could run.
//
// After Kokologiannakis, Ren, Vafeiadis, "Dynamic Partial Order Reductions for Spinloops", FMCAD
// 2021, where a loop that fails is an assumption.
#include "waiting.h"
#include "runtime/events.h"
#include "runtime/record/leave.h"
#include "runtime/signals/signals.h"

static struct mc_operation *given_up(mc_thread thread) {
  return &mc_process->thread[thread].given_up;
}

static bool has_given_up(mc_thread thread) { return given_up(thread)->primitive; }

static bool is_every_schedule(void) {
  const struct mc_config *c = &mc_session->config;
  const enum mc_search_part part = mc_search_part(mc_shared->tables.search);
  const bool is_bounded = c->preemptions != MC_NO_BOUND || c->delays != MC_NO_BOUND;
  return !c->replaying && !c->debugging && !is_bounded && !mc_session->fair &&
         (c->algorithm < MC_RANDOM || c->algorithm == MC_AUTO) &&
         (part == MC_PART_SEARCH || part == MC_PART_PROBE);
}

bool mc_may_give_up(void) {
  return mc_mode == MC_MODE_WORKER && !mc_session->iterations_go_on && is_every_schedule() &&
         !mc_may_be_interrupted(mc_self_);
}

bool mc_gives_up(const struct mc_operation *change) {
  return mc_may_give_up() && change->argument[1] != MC_BELOW_LOCK;
}

void mc_give_up(const struct mc_operation *waits, const struct mc_site *site) {
  struct mc_operation nothing = {.primitive = mc_primitive_of[MC_OF_AWAITS],
                                 .flags = MC_AWAITS | (waits->flags & MC_RECOGNISED)};
  mc_guard_open();
  *given_up(mc_self_) = *waits;
  given_up(mc_self_)->thread = mc_self_;
  mc_guard_close();
  mc_event_makes(&nothing, site);
}

const struct mc_operation *mc_waits_for(mc_thread thread) {
  return has_given_up(thread) ? given_up(thread) : mc_model_pending(&mc_process->model, thread);
}

bool mc_would_go_on(mc_thread thread) {
  return has_given_up(thread)
             ? mc_model_alternatives_of(&mc_process->model, given_up(thread), NULL) != 0
             : mc_would_retry(thread);
}

_Noreturn static void restart_search(void) {
  mc_session_write();
  mc_session->iterations_go_on = 1;
  mc_restart_search();
}

void mc_outwait(void) {
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++)
    mc_process->thread[t].outwaited |= has_given_up(t) && !mc_would_go_on(t);
}

bool mc_some_would_go_on(void) {
  bool some = false;
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    if (!mc_would_go_on(t))
      continue;
    if (mc_is_at_attempt(t))
      mc_attempt_ends(t);
    if (mc_process->thread[t].outwaited)
      restart_search();
    some = true;
  }
  return some;
}

void mc_needs_iterations(mc_thread thread) {
  if (has_given_up(thread) || mc_is_at_attempt(thread))
    restart_search();
}

void mc_needs_all_iterations(void) {
  if (mc_some_would_go_on())
    restart_search();
}

bool mc_is_blocked(mc_thread thread) {
  return !mc_would_go_on(thread) && !mc_model_alternatives(&mc_process->model, thread, NULL);
}
