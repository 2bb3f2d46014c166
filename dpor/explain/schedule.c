// dpor/explain/schedule.c - schedules: which one is simpler, what is left of one without some of
// its steps.
#include "internal.h"

#include <string.h>

void mc_schedule_copy(struct mc_schedule *to, const struct mc_schedule *from) {
  struct mc_step *step = to->step;
  memcpy(step, from->step, from->steps * sizeof *step);
  *to = *from;
  to->step = step;
}

void mc_schedule_take(struct mc_schedule *to, const struct mc_explain_outcome *trace) {
  mc_thread_set threads = {0};
  to->steps = 0;
  for (uint32_t i = 0; i < trace->steps; i++) {
    const struct mc_operation *step = mc_search_operation(trace->search, i);
    to->step[to->steps++] = (struct mc_step){step->thread, step->alternative};
    mc_set_add(&threads, step->thread);
  }
  to->threads = mc_set_size(&threads);
  to->preemptions = mc_search_preemptions(trace->search, trace->steps);
}

static bool is_past(const struct mc_explain_outcome *trace, uint32_t i) {
  bool is = !trace->threads;
  for (unsigned k = 0; k < trace->threads; k++)
    is |= mc_search_is_past(trace->search, i, trace->thread[k], trace->steps);
  return is;
}

/// The block of a trace that begins at a step.
static uint32_t block_end(const struct mc_explain_outcome *trace, uint32_t begin) {
  const mc_thread thread = mc_search_operation(trace->search, begin)->thread;
  uint32_t end = begin + 1;
  while (end < trace->steps && mc_search_operation(trace->search, end)->thread == thread)
    end++;
  return end;
}

void mc_schedule_take_past(struct mc_schedule *to, const struct mc_explain_outcome *trace,
                           bool blocks) {
  to->steps = 0;
  for (uint32_t i = 0; i < trace->steps;) {
    const uint32_t end = blocks ? block_end(trace, i) : i + 1;
    bool any = false;
    for (uint32_t k = i; k < end; k++)
      any |= is_past(trace, k);
    for (; i < end; i++) {
      const struct mc_operation *step = mc_search_operation(trace->search, i);
      if (any)
        to->step[to->steps++] = (struct mc_step){step->thread, step->alternative};
    }
  }
}

bool mc_schedule_is_simpler(const struct mc_schedule *a, const struct mc_schedule *b) {
  if (a->preemptions != b->preemptions)
    return a->preemptions < b->preemptions;
  if (a->steps != b->steps)
    return a->steps < b->steps;
  if (a->threads != b->threads)
    return a->threads < b->threads;
  for (uint32_t i = 0; i < a->steps; i++)
    if (a->step[i].thread != b->step[i].thread)
      return a->step[i].thread < b->step[i].thread;
  return false;
}

//===- Blocks ---------------------------------------------------------------------------------===//

uint32_t mc_schedule_block_end(const struct mc_schedule *schedule, uint32_t begin) {
  uint32_t end = begin;
  while (end < schedule->steps && schedule->step[end].thread == schedule->step[begin].thread)
    end++;
  return end;
}

uint32_t mc_schedule_block(const struct mc_schedule *schedule, uint32_t block) {
  uint32_t begin = 0;
  for (; block && begin < schedule->steps; block--)
    begin = mc_schedule_block_end(schedule, begin);
  return begin;
}

static void append(struct mc_schedule *to, const struct mc_schedule *from, uint32_t begin,
                   uint32_t end) {
  memcpy(to->step + to->steps, from->step + begin, (end - begin) * sizeof *to->step);
  to->steps += end - begin;
}

void mc_schedule_leave_out(struct mc_schedule *to, const struct mc_schedule *from, uint32_t begin,
                           uint32_t end) {
  to->steps = 0;
  append(to, from, 0, begin);
  append(to, from, end, from->steps);
}

void mc_schedule_move(struct mc_schedule *to, const struct mc_schedule *from, uint32_t begin,
                      uint32_t end, uint32_t place) {
  const bool forward = begin < place;
  to->steps = 0;
  append(to, from, 0, forward ? begin : place);
  if (forward)
    append(to, from, end, place);
  append(to, from, begin, end);
  if (!forward)
    append(to, from, place, begin);
  append(to, from, forward ? place : end, from->steps);
}
