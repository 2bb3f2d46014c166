// runtime/signals/interrupts.c - which threads' operations the program's signals interrupt: what
// earlier traces have shown, or for one schedule what its trace file says.
#include "signals.h"
#include <string.h>

/// The trace file of the schedule that runs has the word among those that are interrupted.
static bool is_written(const char *word) {
  const size_t length = strlen(word);
  for (const char *at = mc_session->strings + mc_session->config.interrupted; *at;
       at += strcspn(at, ","), at += *at == ',')
    if (strcspn(at, ",") == length && memcmp(at, word, length) == 0)
      return true;
  return false;
}

static bool is_written_with(const char *prefix, const char *word) {
  char text[80];
  mc_format(text, sizeof text, "%s%s", prefix, word);
  return is_written(text);
}

bool mc_is_one_schedule(void) {
  return mc_session->config.replaying || mc_session->config.debugging;
}

bool mc_takes_process_signals(void) {
  return mc_is_one_schedule() ? is_written("process") : mc_session->process_interrupts;
}

bool mc_is_known_interrupted(mc_thread thread) {
  return mc_is_one_schedule() ? is_written(mc_session->strings + mc_session->thread[thread].name) ||
                                    mc_takes_process_signals()
                              : mc_session->interrupted[thread / 64] >> thread % 64 & 1;
}

static bool is_any_written(void) {
  static const char cancelled[] = "cancelled-";
  for (const char *at = mc_session->strings + mc_session->config.interrupted; *at;
       at += strcspn(at, ","), at += *at == ',')
    if (strncmp(at, cancelled, sizeof cancelled - 1) != 0)
      return true;
  return false;
}

bool mc_handlers_may_run(void) {
  return mc_is_one_schedule() ? is_any_written()
                              : (mc_session->interrupts && !mc_session->config.signals) ||
                                    mc_session->cancels == MC_CANCELS_ANYWHERE;
}

bool mc_is_interrupted(mc_thread thread) {
  const struct mc_thread_info *info = &mc_process->thread[thread];
  return mc_mode == MC_MODE_WORKER && info->doubt != MC_IN_DOUBT && !info->serves &&
         mc_is_known_interrupted(thread);
}

uint64_t mc_late_signals(void) {
  return mc_mode != MC_MODE_WORKER || mc_is_one_schedule() ? UINT64_MAX : mc_session->late_signals;
}

bool mc_process_is_interrupted(void) {
  return mc_mode != MC_MODE_WORKER || mc_is_one_schedule() || mc_takes_process_signals();
}

bool mc_action_is_fixed(int signal) {
  return !(mc_shared->tables.changed_actions >> (signal - 1) & 1);
}

//===- Cancellation ---------------------------------------------------------------------------===//

bool mc_is_known_cancelled(mc_thread thread) {
  if (mc_process->thread[thread].cancellation.is_early)
    return true;
  return mc_is_one_schedule()
             ? is_written_with("cancelled-", mc_session->strings + mc_session->thread[thread].name)
             : mc_session->cancelled[thread / 64] >> thread % 64 & 1;
}

bool mc_thread_takes_cancellation(mc_thread thread) {
  const struct mc_thread_info *info = &mc_process->thread[thread];
  const struct mc_cancellation *c = &info->cancellation;
  return !c->is_disabled && !c->is_over && info->doubt != MC_IN_DOUBT && !info->sections &&
         mc_is_known_cancelled(thread);
}

bool mc_takes_cancellation(void) {
  return mc_may_be_cancelled(mc_self_) && mc_thread_takes_cancellation(mc_self_);
}

bool mc_is_cancelled_asynchronously(void) {
  return mc_takes_cancellation() && mc_process->thread[mc_self_].cancellation.is_asynchronous;
}

static void set(struct mc_cancellation to) {
  mc_guard_open();
  mc_process->thread[mc_self_].cancellation = to;
  mc_guard_close();
}

static struct mc_cancellation own(void) { return mc_process->thread[mc_self_].cancellation; }

void mc_cancellation_enable(bool is_enabled) {
  struct mc_cancellation c = own();
  c.is_disabled = !is_enabled;
  set(c);
}

void mc_cancellation_set_type(bool is_asynchronous) {
  struct mc_cancellation c = own();
  c.is_asynchronous = is_asynchronous;
  set(c);
}

void mc_cancellation_ends(void) {
  struct mc_cancellation c = own();
  c.is_over = true;
  c.point = MC_NO_POINT;
  set(c);
}

void mc_cancellation_enter(enum mc_place_of_cancellation point) {
  struct mc_cancellation c = own();
  c.point = point;
  set(c);
}
