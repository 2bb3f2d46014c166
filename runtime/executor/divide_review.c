// runtime/executor/divide_review.c - at the end of a divided search, the first trunk makes the
// traces again that the workers have noted (divide_note.c), in the order of one search. So its
// session comes to have each finding as one search would have met it, with all that belongs to it.
// Nothing is counted then: how many traces have shown what is known.
#include "divide.h"
#include "executor.h"
#include "runtime/finding/finding.h"
#include "runtime/record/record.h"
#include <string.h>

static const struct mc_noted_trace *next_of(uint32_t at) {
  const struct mc_work *work = mc_work();
  const struct mc_noted_trace *next = (const struct mc_noted_trace *)(work->traces + at);
  const uint32_t left = work->noted <= MC_NOTED_ROOM && at < work->noted ? work->noted - at : 0;
  return left >= sizeof *next && next->bytes <= left && next->item <= left ? next : NULL;
}

/// false: there is none. One that cannot be made again is missed later.
static bool take_next(void) {
  struct mc_division *d = &mc_shared->division;
  for (const struct mc_noted_trace *next; (next = next_of(d->at));) {
    d->at += next->bytes;
    if (mc_search_take_trace(mc_shared->tables.search, next->place + next->places, next->item))
      return true;
  }
  return false;
}

static uint64_t traces_with(uint64_t signature) {
  const struct mc_work_counts *done = &mc_work()->done;
  for (uint32_t i = 0; i < done->findings; i++)
    if (done->found[i].signature == signature)
      return done->found[i].traces;
  return 0;
}

static bool is_there(uint64_t signature) {
  for (uint32_t i = 0; i < mc_session->finding_count; i++)
    if (mc_session->finding[i].signature == signature)
      return true;
  return false;
}

/// All that the workers have met is known.
static bool is_complete(void) {
  const struct mc_work_counts *done = &mc_work()->done;
  bool is = mc_shared->division.reviewing != 1 + MC_END_FINDING || mc_is_enough_found();
  if (mc_session->config.reproducible) // what comes later is not wanted
    return is;
  for (uint32_t i = 0; i < done->findings; i++)
    is &= !done->found[i].traces || is_there(done->found[i].signature);
  for (int i = 0; i < MC_WARNINGS; i++)
    is &= !done->warned[i] || mc_session->warned[i] ||
          i == MC_WARN_AFTER_FAILURE; // it is of all traces together
  return is || mc_session->finding_count == MC_SESSION_MAX_FINDINGS;
}

void mc_review_begins(enum mc_end end) {
  memset(&mc_shared->division, 0, sizeof mc_shared->division);
  mc_shared->division.reviewing = 1 + end;
  atomic_store(&mc_work()->reviewing, 1);
  mc_search_end_between(mc_shared->tables.search);
  take_next();
}

void mc_review_fails(const char *why) {
  mc_format(mc_work()->why, MC_WORK_WHY, "%s", why);
  mc_division_is_off();
  mc_search_of_trunk_begins(false);
}

bool mc_review_is_over(enum mc_end *end) {
  const struct mc_search_state *search = &mc_shared->search;
  *end = (enum mc_end)(mc_shared->division.reviewing - 1);
  if (!mc_search_done(mc_shared->tables.search) || take_next())
    return false;
  if (mc_mode == MC_MODE_TRUNK && mc_shared->division.is_taught) {
    mc_lesson_ends();
    return false;
  }
  if (mc_mode == MC_MODE_TRUNK && !is_complete()) {
    mc_review_fails("what was found did not come again when its trace was made again");
    return false;
  }
  return !search->restart;
}

/// It was made when the search was divided.
static void settle_estimate(struct mc_session_estimate *estimate, double traces, bool is_complete) {
  if (!estimate->probes)
    return;
  if (is_complete)
    *estimate = (struct mc_session_estimate){traces, traces, traces, estimate->probes, 0};
  estimate->low = estimate->low < traces ? traces : estimate->low;
  estimate->traces = estimate->traces < traces ? traces : estimate->traces;
  estimate->high = estimate->high < traces ? traces : estimate->high;
}

/// Of all workers, in the place of what this process has counted.
void mc_work_take_totals(void) {
  const struct mc_work_counts *done = &mc_work()->done;
  struct mc_executed *executed = &mc_shared->search.executed;
  mc_session_write();
  mc_session->counts = done->counts;
  double traces = 0;
  for (int kind = 0; kind < MC_SLEEP_SET_BLOCKED; kind++)
    traces += (double)done->counts.traces[kind];
  settle_estimate(&mc_session->counts.estimate, traces,
                  mc_shared->division.reviewing == 1 + MC_END_COMPLETE);
  mc_shared->search.stats = done->stats;
  mc_shared->search.stats.ticks = mc_ticks() - done->stats.ticks;
  mc_shared->search.stats.nanoseconds = mc_nanoseconds() - done->stats.nanoseconds;
  executed->kinds = done->kinds;
  for (uint32_t i = 0; i < done->kinds; i++) {
    executed->of[i].primitive = (const struct mc_primitive *)(uintptr_t)done->executed[i].primitive;
    executed->of[i].kind = done->executed[i].kind;
    executed->of[i].transitions = done->executed[i].transitions;
  }
  for (uint32_t i = 0; i < mc_session->finding_count; i++)
    mc_session->finding[i].traces = traces_with(mc_session->finding[i].signature);
  if (done->went_on > MC_MOST_AFTER_FAILURE || done->warned[MC_WARN_AFTER_FAILURE])
    mc_record_warning(MC_WARN_AFTER_FAILURE, NULL, NULL);
}
