// dpor/dpor.c - dynamic partial order reduction with clock vectors and sleep sets.
//
// Source:  Flanagan, Godefroid, "Dynamic Partial-Order Reduction for Model Checking Software",
//          POPL 2005, Figures 3 and 4. Sleep sets: Godefroid, LNCS 1032 (1996).
// Differs: - Figure 3 looks at every state for the last step that races with each thread's next
//            one. A thread's past does not change while its operation is pending, so that it is
//            enough to look back once, when an operation becomes pending, and from then on at each
//            new step. This also needs no state after the last step: a step that crashes is
//            compared with what the others had pending when it was chosen.
//          - An operation has alternatives, enabled or not: each is a possible next transition of
//            its thread, with a last racing step of its own.
//          - With sleep sets, threads that are asleep are no candidates; where none is left, all
//            are added. The textbook combination loses traces.
#include "clock.h"
#include "internal.h"

/// Does the step, which may be chosen at a state where `pending` is its thread's operation, race
/// with it if it has this alternative?
static bool may_race(const struct mc_operation *step, const struct mc_operation *pending) {
  return mc_dependent(step, pending) && mc_coenabled(step, pending);
}

static bool some_alternative_races(const struct mc_model *model, const struct mc_operation *step,
                                   const struct mc_operation *pending) {
  struct mc_operation other = *pending;
  unsigned size = mc_model_universe(model, pending);
  for (unsigned a = 0; a < size; a++) {
    other.alternative = (mc_alternative)a;
    if (may_race(step, &other))
      return true;
  }
  return false;
}

/// Threads with something at the frame that is neither asleep nor explored.
static mc_thread_set unexplored(const struct mc_frame *frame) {
  mc_thread_set set = {0};
  for (uint32_t i = 0; i < frame->choices; i++)
    if (!frame->choice[i].asleep && !frame->choice[i].done)
      mc_set_add(&set, frame->choice[i].thread);
  return set;
}

/// [E] The threads enabled before step `i` that lead on to the pending operation of `thread`:
/// itself, and those with a step after `i` that happens before the operation.
static mc_thread_set candidates(const struct mc_search *search, uint32_t i, mc_thread thread) {
  uint32_t last = search->thread[thread].last;
  mc_thread_set set = {0};
  mc_set_add(&set, thread);
  for (uint32_t j = i + 1; j < search->depth && last != MC_NO_STEP; j++)
    if (mc_in_past(search, j, last))
      mc_set_add(&set, mc_frame_at(search, j)->operation->thread);
  return set;
}

static mc_thread lowest(const mc_thread_set *set) {
  mc_thread t = 0;
  while (!mc_set_has(set, t))
    t++;
  return t;
}

/// Figure 4, lines 6 to 9: sees to it that `thread` can overtake step `i`.
static void add_backtrack(struct mc_search *search, uint32_t i, mc_thread thread) {
  struct mc_frame *frame = mc_frame_at(search, i);
  mc_thread_set able = frame->allowed;
  if (search->config.sleep_sets != MC_SLEEP_NONE)
    able = unexplored(frame);
  mc_thread_set set = mc_set_intersection(candidates(search, i, thread), able);
  mc_thread_set chosen = mc_set_intersection(set, frame->backtrack);
  if (!mc_set_empty(&chosen))
    return;
  if (mc_set_empty(&set))
    frame->backtrack = mc_set_union(frame->backtrack, frame->allowed);
  else
    mc_set_add(&frame->backtrack, mc_set_has(&set, thread) ? thread : lowest(&set));
}

void mc_dpor_chosen(struct mc_search *search, const struct mc_model *model, uint32_t i) {
  const struct mc_operation *step = mc_frame_at(search, i)->operation;
  for (mc_thread t = 0; t < search->threads; t++) {
    const struct mc_operation *pending = search->thread[t].pending;
    if (t != step->thread && pending && !mc_is_limited(search, t) &&
        some_alternative_races(model, step, pending))
      add_backtrack(search, i, t);
  }
}

// A step that ends the trace disables all others, so it depends on each that is enabled.
void mc_dpor_cut(struct mc_search *search) {
  struct mc_frame *frame = mc_frame_at(search, search->depth - 1);
  frame->backtrack = mc_set_union(frame->backtrack, frame->allowed);
}

/// The last step on `object` that races with the pending operation, or MC_NO_STEP.
static uint32_t last_race(const struct mc_search *search, const struct mc_operation *pending,
                          mc_object object) {
  uint32_t last = search->thread[pending->thread].last;
  for (uint32_t i = mc_last_on(search, object); i != MC_NO_STEP;) {
    const struct mc_frame *frame = mc_frame_at(search, i);
    bool past = mc_in_past(search, i, last);
    if (past && mc_covers(frame, object))
      return MC_NO_STEP;
    if (!past && may_race(frame->operation, pending))
      return i;
    i = mc_before_on(frame, object);
  }
  return MC_NO_STEP;
}

void mc_dpor_declared(struct mc_search *search, const struct mc_model *model,
                      const struct mc_operation *operation) {
  if (mc_is_limited(search, operation->thread))
    return;
  struct mc_operation pending = *operation;
  unsigned size = mc_model_universe(model, operation);
  uint32_t previous = MC_NO_STEP;
  for (unsigned a = 0; a < size; a++) {
    pending.alternative = (mc_alternative)a;
    uint32_t race = MC_NO_STEP;
    for (unsigned k = 0; k < operation->objects; k++) {
      uint32_t i = last_race(search, &pending, operation->object[k]);
      if (i != MC_NO_STEP && (race == MC_NO_STEP || i > race))
        race = i;
    }
    if (race != MC_NO_STEP && race != previous)
      add_backtrack(search, race, operation->thread);
    previous = race;
  }
}

static bool stays_asleep(const struct mc_operation *step, const struct mc_operation *sleeper,
                         mc_alternative alternative) {
  struct mc_operation other = *sleeper;
  other.alternative = alternative;
  return step->thread != sleeper->thread && !mc_dependent(step, &other);
}

static void put_to_sleep(struct mc_frame *frame, const struct mc_operation *operation,
                         mc_alternative alternative) {
  frame->sleeper[frame->sleepers++] = (struct mc_sleeper){operation, alternative};
  for (uint32_t i = 0; i < frame->choices; i++)
    if (frame->choice[i].thread == operation->thread &&
        frame->choice[i].alternative == alternative)
      frame->choice[i].asleep = true;
}

bool mc_dpor_sleep(struct mc_search *search, struct mc_frame *frame) {
  frame->sleepers = 0;
  if (search->config.sleep_sets == MC_SLEEP_NONE || search->depth == 0)
    return true;
  const struct mc_frame *before = mc_frame_at(search, search->depth - 1);
  if (!mc_reserve(search, &frame->sleeper, &frame->sleeper_capacity,
                  before->sleepers + before->choices, sizeof *frame->sleeper, 0))
    return false;
  for (uint32_t i = 0; i < before->sleepers; i++) {
    const struct mc_sleeper *sleeper = &before->sleeper[i];
    if (stays_asleep(before->operation, sleeper->operation, sleeper->alternative))
      put_to_sleep(frame, sleeper->operation, sleeper->alternative);
  }
  for (uint32_t i = 0; i < before->choices; i++) {
    const struct mc_choice *choice = &before->choice[i];
    if (!choice->done || choice->thread == before->operation->thread)
      continue;
    const struct mc_operation *operation = search->thread[choice->thread].pending;
    if (stays_asleep(before->operation, operation, choice->alternative))
      put_to_sleep(frame, operation, choice->alternative);
  }
  return true;
}
