// runtime/finding/cut_trace.c - where a trace has gone round that max_depth has cut: to which
// operation a thread came most often, and what another thread would have done next. Of the first
// such trace.
#include "finding.h"
#include "runtime/record/record.h"
#include "runtime/spinloop/waiting.h"

/// A loop that has no end has an operation among the last ones.
enum { LAST = 64 };

static const struct mc_logged_step *step_at(uint32_t i) { return &mc_shared->trace.step[i]; }

static uint64_t count_alike(uint32_t which) {
  uint64_t count = 0;
  for (uint32_t i = 0; i < mc_shared->trace.steps; i++)
    count += step_at(i)->operation.thread == step_at(which)->operation.thread &&
             step_at(i)->site == step_at(which)->site;
  return count;
}

/// A loop goes on by what it reads.
static bool is_look(const struct mc_logged_step *step) {
  return step->has_value && step->before == step->after;
}

static uint32_t find_most_often(uint64_t *times) {
  const uint32_t steps = mc_shared->trace.steps;
  uint32_t most = 0;
  for (uint32_t i = steps; i-- > 0 && i + LAST >= steps;) {
    const uint64_t count = count_alike(i);
    if (count > *times || (count == *times && is_look(step_at(i)) && !is_look(step_at(most)))) {
      *times = count;
      most = i;
    }
  }
  return most;
}

static bool changes_it(const struct mc_operation *next, const struct mc_operation *step) {
  return next->objects && step->objects && next->object[0] == step->object[0] &&
         next->kind != step->kind;
}

/// What another thread would do next: with the object, if one does, else one that could go on.
static struct mc_step_record find_change(const struct mc_logged_step *step) {
  mc_thread found = MC_NO_THREAD;
  for (mc_thread t = 0; t < mc_process->model.thread_count; t++) {
    const struct mc_operation *next = mc_waits_for(t);
    if (t == step->operation.thread || !next)
      continue;
    if (changes_it(next, &step->operation)) {
      found = t;
      break;
    }
    if (found == MC_NO_THREAD && !mc_is_blocked(t))
      found = t;
  }
  return found == MC_NO_THREAD
             ? (struct mc_step_record){.operation = 0}
             : mc_record_operation(mc_waits_for(found), mc_process->thread[found].site);
}

void mc_note_cut_trace(enum mc_trace_kind kind) {
  struct mc_cut_trace *cut = &mc_session->cut;
  if (kind != MC_BOUNDED || cut->times || mc_part_of_trace() == MC_PART_PROBE ||
      mc_shared->trace.steps < mc_session->config.max_depth)
    return;
  uint64_t times = 0;
  const struct mc_logged_step *step = step_at(find_most_often(&times));
  mc_session_write();
  cut->last = mc_record_step(step);
  cut->change = find_change(step);
  cut->times = times;
}
