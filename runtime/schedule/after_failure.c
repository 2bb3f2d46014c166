// runtime/schedule/after_failure.c - what the other threads would have done after a failure.
//
// A failure ends the trace. So it hides a race between the last accesses of its thread and what the
// others were still to do: the memory is not known to be racy, so nothing lets the others go first.
// Therefore such a trace runs twice. The first time the other threads go on, one after another,
// each as far as it can, without the search and without findings: all that is asked is whether they
// race. If they do, the search restarts with accesses that are transitions. If not, the trace runs
// again, and fails.
//
// One order of the others is looked at for each failing trace.
#include "schedule.h"
#include "runtime/finding/finding.h"
#include "runtime/memory/hand_over.h"
#include "runtime/record/leave.h"
#include "runtime/record/record.h"
#include "runtime/signals/signals.h"

enum { MOST_STEPS = 2000 };

static mc_thread last MC_PER_TRACE; ///< whose code runs

/// Is another thread left, that can do something?
static bool others_are_left(mc_thread failed) {
  const struct mc_model *model = &mc_process->model;
  for (mc_thread t = 0; t < model->thread_count; t++)
    if (t != failed && mc_model_pending(model, t) && mc_model_alternatives(model, t, NULL))
      return true;
  return false;
}

/// The step that a thread makes next, if that neither ends the process nor waits busily.
static bool next_step(mc_thread thread, struct mc_step *step) {
  mc_alternative alternative[MC_MAX_ALTERNATIVES];
  const struct mc_operation *pending = mc_model_pending(&mc_process->model, thread);
  if (!pending || pending->flags & (MC_PROCESS_EXIT | MC_BUSY_WAIT | MC_BEYOND | MC_DROPS) ||
      !mc_model_alternatives(&mc_process->model, thread, alternative))
    return false;
  *step = (struct mc_step){thread, alternative[0]};
  return true;
}

mc_thread mc_choose_after_failure(void) {
  const struct mc_model *model = &mc_process->model;
  struct mc_step step;
  const struct mc_operation *own = mc_model_pending(model, last);
  const unsigned start = own && own->flags & (MC_YIELD | MC_POLL) ? 1 : 0;
  for (unsigned i = start; i <= model->thread_count; i++) {
    const mc_thread t = (mc_thread)((last + i) % model->thread_count);
    if (!next_step(t, &step))
      continue;
    if (mc_shared->trace.steps >= MOST_STEPS || mc_shared->trace.steps + 1 >= mc_log_length()) {
      mc_record_warning(MC_WARN_AFTER_FAILURE, NULL, NULL);
      break;
    }
    last = t;
    mc_execute(step, mc_shared->trace.steps, &mc_shared->trace.step[mc_shared->trace.steps]);
    return t;
  }
  mc_after_failure_end();
}

bool mc_begin_after_failure(const struct mc_finding_details *details) {
  const struct mc_config *c = &mc_session->config;
  if (mc_goes_on_after_failure)
    mc_after_failure_end();
  if (mc_mode != MC_MODE_WORKER || !mc_races || c->races != MC_RACES_EXPLORE || c->replaying ||
      c->debugging || mc_part_of_trace() != MC_PART_SEARCH || details->has_died ||
      mc_shared->trace.has_gone_on || !others_are_left(details->thread))
    return false;
  if (mc_shared->search.went_on >= MC_MOST_AFTER_FAILURE) {
    mc_record_warning(MC_WARN_AFTER_FAILURE, NULL, NULL);
    return false;
  }
  if (c->algorithm >= MC_RANDOM) { // this schedule does not come again if the search restarts
    const uint32_t known = mc_session->finding_count;
    mc_record_finding(details);
    mc_shared->trace.recorded_early = known < mc_session->finding_count;
  }
  mc_goes_on_after_failure = true;
  mc_shared->trace.goes_on = 1;
  last = details->thread;
  mc_model_finish(&mc_process->model, details->thread);
  if (details->ucontext)
    mc_thread_block(0); // the kernel takes it for the handler
  return true;
}

void mc_go_on_after_failure(const struct mc_finding_details *details) {
  if (!mc_begin_after_failure(details))
    return;
  mc_threads_go_on(mc_choose_thread);
}
