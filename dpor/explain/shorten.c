// dpor/explain/shorten.c - looks for a simpler schedule with the same finding.
//
// 1. All schedules with 0 preemptions are searched, then with 1, and so on, until one has the
//    finding; of that number all, for the one with the fewest steps.
// 2. The same without any reduction, if these are few. Reduction takes schedules for the same that
//    differ in how many steps lead to a data race, and does not know that a free depends on what
//    uses the memory.
// 3. Of the traces with the finding, the steps from which it comes are tried without the others.
// 4. The best schedule loses its blocks: some are left out, others join one of the same thread.
//    That makes do where the searches were too many, and finds what they take for the same.
#include "internal.h"

enum change { LEAVE_OUT, JOIN_BEFORE, JOIN_BEHIND, CHANGES };

void mc_shorten_consider(struct mc_explain *e, const struct mc_explain_outcome *trace) {
  struct mc_schedule *made = &e->candidate;
  mc_schedule_take(made, trace);
  e->is_better = !e->best.steps || mc_schedule_is_simpler(made, &e->best);
  if (e->is_better) {
    mc_schedule_copy(&e->best, made);
    mc_schedule_take_past(&e->past, trace, false);
  }
  mc_schedule_take_past(made, trace, true);
  uint32_t least = e->best.steps;
  if (e->shortest.steps && e->shortest.steps < least)
    least = e->shortest.steps;
  if (e->tried && e->tried < least)
    least = e->tried;
  if (made->steps < least)
    mc_schedule_copy(&e->shortest, made);
}

/// There is one that has not run.
static bool try_past(struct mc_explain *e) {
  struct mc_schedule *const next = e->shortest.steps ? &e->shortest : &e->past;
  const bool is_shorter = next->steps && next->steps < e->best.steps;
  if (is_shorter) {
    e->stage = MC_EXPLAIN_PAST;
    e->tried = next->steps;
    mc_schedule_copy(&e->candidate, next);
  }
  next->steps = 0;
  return is_shorter || (next == &e->shortest && try_past(e));
}

//===- Blocks ---------------------------------------------------------------------------------===//

static uint32_t count_blocks(const struct mc_schedule *schedule) {
  uint32_t blocks = 0;
  for (uint32_t i = 0; i < schedule->steps; i = mc_schedule_block_end(schedule, i))
    blocks++;
  return blocks;
}

/// Where a block ends that begins before `begin`, of the same thread; 0: there is none.
static uint32_t end_of_block_before(const struct mc_schedule *s, uint32_t begin) {
  uint32_t i = begin;
  while (i > 0 && s->step[i - 1].thread != s->step[begin].thread)
    i--;
  return i;
}

static uint32_t begin_of_block_behind(const struct mc_schedule *s, uint32_t begin, uint32_t end) {
  uint32_t i = end;
  while (i < s->steps && s->step[i].thread != s->step[begin].thread)
    i++;
  return i;
}

/// Makes the candidate of the change to be tried. false: there is none.
static bool make_change(struct mc_explain *e) {
  const struct mc_schedule *s = &e->best;
  const uint32_t begin = mc_schedule_block(s, e->block);
  uint32_t end = begin;
  for (uint32_t n = 0; n < e->span && end < s->steps; n++)
    end = mc_schedule_block_end(s, end);
  uint32_t place;
  switch (e->change) {
  case LEAVE_OUT:
    mc_schedule_leave_out(&e->candidate, s, begin, end);
    return true;
  case JOIN_BEFORE:
    place = end_of_block_before(s, begin);
    if (place > 0)
      mc_schedule_move(&e->candidate, s, begin, end, place);
    return place > 0;
  default:
    place = begin_of_block_behind(s, begin, end);
    if (place < s->steps)
      mc_schedule_move(&e->candidate, s, begin, end, place);
    return place < s->steps;
  }
}

/// Goes to the next change. false: all have been tried, and none has helped.
static bool next_change(struct mc_explain *e, uint32_t blocks) {
  if (e->span == 1 && ++e->change < CHANGES)
    return true;
  e->change = LEAVE_OUT;
  e->block += e->span;
  if (e->block < blocks)
    return true;
  e->block = 0;
  if (e->span > 1)
    e->span /= 2;
  else if (!e->is_changed)
    return false;
  else
    e->is_changed = false;
  return true;
}

static bool try_blocks(struct mc_explain *e) {
  const uint32_t blocks = count_blocks(&e->best);
  if (e->stage != MC_EXPLAIN_BLOCKS) {
    e->stage = MC_EXPLAIN_BLOCKS;
    e->block = e->change = 0;
    e->span = blocks > 1 ? blocks / 2 : 1;
    e->is_changed = false;
  } else if (e->is_better) { // what stands there now is tried, too
    e->is_changed = true;
    if (e->block >= blocks && !next_change(e, blocks))
      return false;
  } else if (!next_change(e, blocks)) {
    return false;
  }
  while (!make_change(e))
    if (!next_change(e, blocks))
      return false;
  return true;
}

//===- From stage to stage --------------------------------------------------------------------===//

/// The searches may run so many of the traces; the rest is for the blocks.
static uint64_t for_searches(const struct mc_explain *e) { return e->traces - e->traces / 4; }

/// So many of them may be without reduction.
static uint64_t for_exact(const struct mc_explain *e) { return e->traces / 8; }

static enum mc_explain_next begin_bounded(struct mc_explain *e, enum mc_explain_stage stage) {
  e->stage = stage;
  e->bound = 0;
  return MC_EXPLAIN_SEARCH;
}

/// Behind a trace of EXACT. DONE: all schedules with as few preemptions as the best have been
/// tried, or too many.
static enum mc_explain_next next_exact(struct mc_explain *e, bool is_done) {
  if (++e->exact_runs >= for_exact(e) || e->is_lost)
    return MC_EXPLAIN_DONE;
  if (!is_done)
    return MC_EXPLAIN_GO_ON;
  return e->bound++ < e->best.preemptions ? MC_EXPLAIN_SEARCH : MC_EXPLAIN_DONE;
}

enum mc_explain_next mc_shorten_next(struct mc_explain *e, bool is_done) {
  if (e->stage == MC_EXPLAIN_FOUND)
    return begin_bounded(e, MC_EXPLAIN_BOUNDED);
  e->runs++;
  if (e->stage == MC_EXPLAIN_BOUNDED) {
    if (!is_done && e->runs < for_searches(e))
      return MC_EXPLAIN_GO_ON;
    e->is_least = is_done && !e->is_lost && e->best.preemptions <= e->bound;
    if (is_done && !e->is_lost && !e->is_least) {
      e->bound++;
      return MC_EXPLAIN_SEARCH;
    }
    if (e->is_least && !e->exhaustive && e->runs < for_searches(e))
      return begin_bounded(e, MC_EXPLAIN_EXACT);
  } else if (e->stage == MC_EXPLAIN_EXACT) {
    const enum mc_explain_next next = next_exact(e, is_done);
    if (next != MC_EXPLAIN_DONE)
      return next;
  }
  if (e->runs >= e->traces)
    return MC_EXPLAIN_DONE;
  if (e->stage != MC_EXPLAIN_BLOCKS && try_past(e))
    return MC_EXPLAIN_SEARCH;
  return try_blocks(e) ? MC_EXPLAIN_SEARCH : MC_EXPLAIN_DONE;
}
