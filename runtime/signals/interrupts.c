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

bool mc_handlers_may_run(void) {
  return mc_is_one_schedule() ? mc_session->strings[mc_session->config.interrupted]
                              : mc_session->interrupts;
}

bool mc_is_interrupted(mc_thread thread) {
  return mc_mode == MC_MODE_WORKER && mc_process->thread[thread].doubt != MC_IN_DOUBT &&
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
