// dpor/dpor.c - dynamic partial order reduction with clock vectors and sleep sets, or with a bound
// on preemptions.
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
//
// With a bound on preemptions the order of independent steps has its price, too:
// Source:  Coons, Musuvathi, McKinley, "Bounded Partial-Order Reduction", OOPSLA 2013. The last
//          racing step of each thread counts, and each race adds a conservative backtrack point
//          where the block of the racing step begins: where choosing its thread was no
//          continuation, so that any other was as cheap.
// Differs: - Steps that are never enabled at once are races, too.
//          - A block also begins after a yield, as leaving the thread there is no preemption.
//          - Of two process exits the first ends the trace, and neither is chosen while others can
//            run: where there are two, every interleaving is explored.
#include "clock.h"
#include "internal.h"

/// The step is enabled at point `i` and not asleep.
static bool is_awake(const struct mc_search *search, uint32_t i, mc_thread thread,
                     mc_alternative alternative) {
  const struct mc_choice *choice =
      mc_find_choice(search->tree, mc_point_at(search->tree, i), thread, alternative);
  return choice && !choice->asleep;
}

/// Where preemptions are bounded, the order of steps that are never enabled at once matters too:
/// the one can spare the other's thread a preemption, by enabling it.
static bool can_meet(const struct mc_search *search, const struct mc_operation *a,
                     const struct mc_operation *b) {
  return search->config.bound || mc_coenabled(a, b);
}

/// Step `i` and the pending one do not commute.
static bool is_race(const struct mc_search *search, const struct mc_model *model, uint32_t i,
                    const struct mc_operation *pending) {
  (void)model;
  const struct mc_operation *step = mc_frame_at(&search->execution, i)->operation;
  return !step->is_aside && !pending->is_aside && mc_dependent(step, pending) &&
         can_meet(search, step, pending);
}

/// Step `i` and the pending one commute, but after the pending one the step could be another
/// alternative, which is not explored at its point and so shows no race there. It is not enabled: a
/// signal finds another waiter. Or it is asleep, and the pending step wakes it.
static bool may_open_alternative(const struct mc_search *search, const struct mc_model *model,
                                 uint32_t i, const struct mc_operation *pending) {
  const struct mc_operation *step = mc_frame_at(&search->execution, i)->operation;
  const unsigned size = mc_model_universe(model, step);
  const unsigned all = size + mc_interrupts_of(step);
  if (all == 1 || mc_dependent(step, pending) || !can_meet(search, step, pending))
    return false;
  struct mc_operation other = *step;
  for (unsigned n = 0; n < all; n++) {
    other.alternative = mc_nth_alternative(size, n);
    if (mc_dependent(&other, pending) && !is_awake(search, i, other.thread, other.alternative))
      return true;
  }
  return false;
}

/// Threads with something at the point that is neither asleep nor explored.
static mc_thread_set unexplored(const struct mc_tree *tree, const struct mc_point *point) {
  const struct mc_choice *choice = mc_choices_of(tree, point);
  mc_thread_set set = {0};
  for (uint32_t i = 0; i < point->choices; i++)
    if (!choice[i].asleep && !choice[i].done)
      mc_set_add(&set, choice[i].thread);
  return set;
}

/// [E] The threads that lead from before step `i` to the pending step: its own, and those with a
/// step after `i` that happens before it; if they can go there with the same alternative at once.
/// With another one they lead elsewhere.
static mc_thread_set candidates(const struct mc_search *search, uint32_t i,
                                const struct mc_operation *pending) {
  const struct mc_execution *x = &search->execution;
  uint32_t last = x->thread[pending->thread].last;
  mc_thread_set set = {0}, seen = {0};
  for (uint32_t j = i + 1; j < x->depth && last != MC_NO_STEP; j++) {
    const struct mc_operation *step = mc_frame_at(x, j)->operation;
    if (mc_set_has(&seen, step->thread) || !mc_in_past(x, j, last))
      continue;
    mc_set_add(&seen, step->thread);
    if (is_awake(search, i, step->thread, step->alternative))
      mc_set_add(&set, step->thread);
  }
  if (!mc_set_has(&seen, pending->thread) &&
      is_awake(search, i, pending->thread, pending->alternative))
    mc_set_add(&set, pending->thread);
  return set;
}

static mc_thread lowest(const mc_thread_set *set) {
  mc_thread t = 0;
  while (!mc_set_has(set, t))
    t++;
  return t;
}

static void add_all(struct mc_point *point) {
  point->backtrack = mc_set_union(point->backtrack, point->allowed);
}

/// Adds the pending step's thread, if it can go there with the same alternative, else all.
static void add_candidate(const struct mc_search *search, uint32_t i,
                          const struct mc_operation *pending) {
  struct mc_point *point = mc_point_at(search->tree, i);
  const mc_thread_set set = candidates(search, i, pending);
  if (mc_set_has(&set, pending->thread) && mc_set_has(&point->allowed, pending->thread))
    mc_set_add(&point->backtrack, pending->thread);
  else
    add_all(point);
}

/// Where the thread of step `i` has last been chosen though others could run without a preemption.
static uint32_t block_start(const struct mc_search *search, uint32_t i) {
  const mc_thread thread = mc_frame_at(&search->execution, i)->operation->thread;
  while (i > 0 && mc_point_at(search->tree, i)->running == thread)
    i--;
  return i;
}

/// Figure 4, lines 6 to 9: sees to it that the pending step can overtake step `i`.
static void add_backtrack(struct mc_search *search, uint32_t i,
                          const struct mc_operation *pending) {
  if (search->config.bound) {
    add_candidate(search, i, pending);
    add_candidate(search, block_start(search, i), pending);
    return;
  }
  struct mc_point *point = mc_point_at(search->tree, i);
  mc_thread_set able = point->allowed;
  if (search->config.sleep_sets != MC_SLEEP_NONE)
    able = unexplored(search->tree, point);
  mc_thread_set set = mc_set_intersection(candidates(search, i, pending), able);
  mc_thread_set chosen = mc_set_intersection(set, point->backtrack);
  if (!mc_set_empty(&chosen))
    return;
  if (mc_set_empty(&set))
    add_all(point);
  else
    mc_set_add(&point->backtrack,
               mc_set_has(&set, pending->thread) ? pending->thread : lowest(&set));
}

/// Which of two process exits is taken depends on the preemptions that all the steps before needed.
static void add_everywhere(const struct mc_search *search) {
  for (uint32_t i = 0; i <= search->execution.depth; i++)
    add_all(mc_point_at(search->tree, i));
}

void mc_dpor_chosen(struct mc_search *search, const struct mc_model *model, uint32_t i) {
  const struct mc_execution *x = &search->execution;
  const struct mc_operation *step = mc_frame_at(x, i)->operation;
  for (mc_thread t = 0; t < x->threads; t++) {
    if (t == step->thread || !x->thread[t].pending || mc_is_limited(search, t))
      continue;
    struct mc_operation pending = *x->thread[t].pending;
    if (search->config.bound && pending.flags & step->flags & MC_PROCESS_EXIT)
      add_everywhere(search);
    const unsigned size = mc_model_universe(model, &pending);
    for (unsigned n = 0; n < size + mc_interrupts_of(&pending); n++) {
      pending.alternative = mc_nth_alternative(size, n);
      if (is_race(search, model, i, &pending) || may_open_alternative(search, model, i, &pending))
        add_backtrack(search, i, &pending);
    }
  }
}

// A step that ends the trace disables all others, so it depends on each that is enabled.
void mc_dpor_cut(struct mc_search *search) {
  const uint32_t last = search->execution.depth - 1;
  add_all(mc_point_at(search->tree, last));
  if (search->config.bound)
    add_all(mc_point_at(search->tree, block_start(search, last)));
}

typedef bool relation(const struct mc_search *search, const struct mc_model *model, uint32_t i,
                      const struct mc_operation *pending);

/// The last step on `object` that is so related to the pending step, does not happen before it, and
/// is of no thread in `seen`; or MC_NO_STEP.
static uint32_t last_on_object(const struct mc_search *search, const struct mc_model *model,
                               const struct mc_operation *pending, mc_object object,
                               relation *related, const mc_thread_set *seen) {
  const struct mc_execution *x = &search->execution;
  uint32_t last = x->thread[pending->thread].last;
  for (uint32_t i = mc_last_on(x, object); i != MC_NO_STEP;) {
    const struct mc_frame *frame = mc_frame_at(x, i);
    bool past = mc_in_past(x, i, last);
    if (past && mc_covers(frame, object))
      return MC_NO_STEP;
    if (!past && !mc_set_has(seen, frame->operation->thread) && related(search, model, i, pending))
      return i;
    i = mc_before_on(frame, object);
  }
  return MC_NO_STEP;
}

/// Adds backtrack points at the last step that is so related; if preemptions are bounded, at the
/// last one of each thread, as that of one thread can be within the bound when the other is not.
static void backtrack_to_last(struct mc_search *search, const struct mc_model *model,
                              const struct mc_operation *pending, relation *related) {
  mc_thread_set seen = {0};
  uint32_t last;
  do {
    last = MC_NO_STEP;
    for (unsigned k = 0; k < mc_places(pending); k++) {
      uint32_t i = last_on_object(search, model, pending, pending->object[k], related, &seen);
      if (i != MC_NO_STEP && (last == MC_NO_STEP || i > last))
        last = i;
    }
    if (last == MC_NO_STEP)
      return;
    add_backtrack(search, last, pending);
    mc_set_add(&seen, mc_frame_at(&search->execution, last)->operation->thread);
  } while (search->config.bound);
}

void mc_dpor_declared(struct mc_search *search, const struct mc_model *model,
                      const struct mc_operation *operation) {
  if (mc_is_limited(search, operation->thread))
    return;
  struct mc_operation pending = *operation;
  const unsigned size = mc_model_universe(model, operation);
  for (unsigned n = 0; n < size + mc_interrupts_of(operation); n++) {
    pending.alternative = mc_nth_alternative(size, n);
    backtrack_to_last(search, model, &pending, is_race);
    backtrack_to_last(search, model, &pending, may_open_alternative);
  }
}
