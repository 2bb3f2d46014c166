// dpor/choice.c - which steps may run at a state, and which of them is first.
//
// Filters, none of which loses a finding that a longer trace would not show:
// - Process exit is taken last: when every other thread that can run only repeats itself. It is
//   independent of all else, so what it would cut off is explored in a trace in which it comes
//   later; or, where all that others can do fails, is explored there as well. The caller knows
//   which threads repeat themselves (mc_model.repeating). It must tell the user of those that may
//   have an end and are left all the same (mc_model.left).
// - A busy wait goes on when no other thread can, except pollers, and something has happened since.
// - A thread that has made max_depth_per_thread steps stands still, and one before an operation
//   flagged MC_BEYOND.
// - With `fair`, see fair.c.
// - With a bound on preemptions or delays, see bound.c.
#include "internal.h"
#include "mutant.h"

#include <string.h>

/// True if another thread has done anything but wait since the thread's last busy wait.
static bool may_stop_waiting(const struct mc_execution *x, mc_thread thread) {
  uint32_t waited = x->thread[thread].busy_wait;
  if (waited == MC_NO_STEP)
    return true;
  for (uint32_t i = waited + 1; i < x->depth; i++) {
    const struct mc_operation *operation = mc_frame_at(x, i)->operation;
    if (operation->thread != thread && !mc_waits_busily(operation))
      return true;
  }
  return false;
}

struct census {
  mc_thread_set waiting; ///< at a busy wait that may go on
  mc_thread_set exiting; ///< at process exit
};

static unsigned keep_interrupts(mc_alternative alternative[], unsigned count) {
  unsigned kept = 0;
  for (unsigned i = 0; i < count; i++)
    if (alternative[i] >= MC_INTERRUPTED)
      alternative[kept++] = alternative[i];
  return kept;
}

/// Lists every enabled step in the point's choices, and sorts the threads that have one.
static bool take_census(struct mc_search *search, const struct mc_model *model,
                        struct mc_point *point, struct census *census) {
  struct mc_execution *x = &search->execution;
  mc_alternative alternative[MC_MAX_ALTERNATIVES];
  x->limited = false;
  mc_thread_set rest = model->pending;
  mc_thread t;
  const struct mc_operation *last = mc_last_step(x);
  if (last && mc_is_mutant("merge", last) && mc_set_has(&rest, last->thread) &&
      mc_model_alternatives(model, last->thread, NULL) > 0) {
    rest = (mc_thread_set){0};
    mc_set_add(&rest, last->thread);
  }
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD) {
    const struct mc_operation *pending = &model->thread[t].operation;
    if (mc_is_limited(search, t)) {
      x->limited = true;
      continue;
    }
    unsigned enabled = mc_trace_alternatives(x, model, t, alternative);
    if (enabled == 0)
      continue;
    if (enabled > 1 && search->has_local && mc_is_first_trace(search))
      mc_note_choice(search, pending);
    const bool waits = pending->flags & MC_BUSY_WAIT, interrupts = waits && enabled > 1;
    if (interrupts) // that comes first
      enabled = keep_interrupts(alternative, enabled);
    if (pending->flags & MC_PROCESS_EXIT)
      mc_set_add(&census->exiting, t);
    else if (!waits || interrupts)
      mc_set_add(&point->ordinary, t);
    else if (may_stop_waiting(x, t))
      mc_set_add(&census->waiting, t);
    if (!mc_tree_reserve(search->tree, search->arena, &point->choice, &point->choice_capacity,
                         point->choices + enabled, sizeof(struct mc_choice), point->choices))
      return false;
    struct mc_choice *choice = mc_choices_of(search->tree, point);
    for (unsigned i = 0; i < enabled; i++)
      choice[point->choices++] = (struct mc_choice){
          .operation = x->thread[t].number, .thread = t, .alternative = alternative[i]};
  }
  return true;
}

/// These threads, and all that could run at some state since others have begun to repeat
/// themselves.
static mc_thread_set with_those_before(const struct mc_search *search, const struct mc_model *model,
                                       mc_thread_set running) {
  if (!mc_set_empty(&model->repeating))
    for (uint32_t i = model->repeating_since; i < search->execution.depth; i++)
      running = mc_set_union(running, mc_ordinary_of(search->tree, mc_point_at(search->tree, i)));
  return running;
}

/// Process exit need wait for none of these threads.
static bool may_be_left(const struct mc_search *search, const struct mc_model *model,
                        const mc_thread_set *running) {
  const mc_thread_set all = with_those_before(search, model, *running),
                      news = mc_set_difference(all, model->repeating),
                      rest = mc_set_difference(news, model->left);
  return mc_set_empty(&news) || (mc_set_empty(&rest) && mc_all_polling(&search->execution, &news));
}

static mc_thread_set usual(const struct mc_search *search, const struct mc_model *model,
                           const struct mc_point *point, const struct census *census) {
  if (!mc_set_empty(&census->waiting) && mc_all_polling(&search->execution, &point->ordinary))
    return census->waiting;
  if (mc_set_empty(&census->waiting) && !mc_set_empty(&census->exiting) &&
      may_be_left(search, model, &point->ordinary))
    return census->exiting;
  return search->fair ? mc_fair_filter(search->fair, point->ordinary) : point->ordinary;
}

static mc_thread_set filter(const struct mc_search *search, const struct mc_model *model,
                            const struct mc_point *point, const struct census *census) {
  const mc_thread_set left = usual(search, model, point, census);
  if (!search->is_forced || mc_set_has(&left, search->forced.thread))
    return left;
  // The schedule is one of a search that had left others.
  return mc_set_union(mc_set_union(point->ordinary, census->waiting), census->exiting);
}

bool mc_choices(struct mc_search *search, const struct mc_model *model, struct mc_point *point) {
  struct census census = {0};
  point->choices = 0;
  point->ordinary = (mc_thread_set){0};
  if (!take_census(search, model, point, &census))
    return false;
  mc_consider_fairness(search, point);
  point->allowed = filter(search, model, point, &census);
  if (search->config.bound)
    mc_keep_to_bound(search, point, &census.exiting);
  struct mc_choice exit[MC_MAX_THREADS], *choice = mc_choices_of(search->tree, point);
  uint32_t kept = 0;
  point->exits = 0;
  for (uint32_t i = 0; i < point->choices; i++)
    if (mc_set_has(&point->allowed, choice[i].thread))
      choice[kept++] = choice[i];
    else if (mc_set_has(&census.exiting, choice[i].thread))
      exit[point->exits++] = choice[i];
  point->choices = kept;
  if (point->exits)
    memcpy(choice + kept, exit, point->exits * sizeof *exit);
  return true;
}

// Behind a step that fails the others do nothing any more. The exit of the process, which is put
// off until they have, must not be lost with that.
struct mc_choice *mc_take_exits(struct mc_tree *tree, struct mc_point *point) {
  if (!point->exits)
    return NULL;
  struct mc_choice *const choice = mc_choices_of(tree, point);
  struct mc_choice *const first = &choice[point->choices];
  bool fail = true;
  for (uint32_t i = 0; i < point->choices; i++)
    fail &= choice[i].fatal;
  if (!fail)
    return NULL;
  mc_move_exits(tree, point);
  return first;
}

void mc_move_exits(struct mc_tree *tree, struct mc_point *point) {
  for (; point->exits > 0; point->exits--)
    mc_choices_of(tree, point)[point->choices++].wanted = true;
}

/// A step that has failed before an independent one fails after it, too. (mc_sleep has seen to
/// those that sleep; there are algorithms without sleep sets.)
static void inherit_failures(const struct mc_search *search, struct mc_point *point) {
  const struct mc_operation *last = mc_last_step(&search->execution);
  if (!last)
    return;
  const struct mc_point *before = mc_point_before(search);
  const struct mc_choice *old = mc_choices_of(search->tree, before);
  for (const struct mc_choice *end = old + before->choices; old < end; old++) {
    if (!old->fatal || old->thread == last->thread)
      continue;
    const struct mc_operation step = mc_step_of(&search->execution, old);
    if (mc_are_dependent(last, &step))
      continue;
    struct mc_choice *choice = mc_find_choice(search->tree, point, step.thread, step.alternative);
    if (choice)
      choice->fatal = true;
  }
}

void mc_replace_by_exits(const struct mc_search *search, const struct mc_model *model,
                         struct mc_point *point) {
  inherit_failures(search, point);
  struct mc_choice *choice = mc_choices_of(search->tree, point);
  mc_thread_set done = model->repeating;
  bool any = false;
  for (uint32_t i = 0; i < point->choices; i++) {
    const bool repeats = mc_set_has(&model->repeating, choice[i].thread);
    if (!choice[i].fatal && !repeats)
      return;
    any |= repeats;
    mc_set_add(&done, choice[i].thread);
  }
  const mc_thread_set all = with_those_before(search, model, point->ordinary),
                      rest = mc_set_difference(all, done);
  if (!any || !point->exits || !mc_set_empty(&rest))
    return;
  memmove(choice, choice + point->choices, point->exits * sizeof *choice);
  point->choices = point->exits;
  point->exits = 0;
  point->allowed = (mc_thread_set){0};
  for (uint32_t i = 0; i < point->choices; i++)
    mc_set_add(&point->allowed, choice[i].thread);
}

bool mc_is_foremost(const struct mc_execution *x, mc_thread thread) {
  return x->thread[thread].rank < MC_TURN && !mc_waits_since(x, thread);
}

/// Does `a` go first, where the search is free? An endless thread must not keep the others from
/// making any step before the trace is cut.
static bool goes_before(const struct mc_search *search, const struct mc_point *point, mc_thread a,
                        mc_thread b) {
  const struct mc_execution *x = &search->execution;
  if (search->config.bound == MC_DELAYS)
    return mc_price(search, point, a) < mc_price(search, point, b);
  const uint32_t turns_of_a = x->thread[a].rank / MC_TURN;
  const uint32_t turns_of_b = x->thread[b].rank / MC_TURN;
  return turns_of_a != turns_of_b ? turns_of_a < turns_of_b
                                  : mc_waits_since(x, a) < mc_waits_since(x, b);
}

struct mc_choice *mc_first_choice(const struct mc_search *search, const struct mc_point *point) {
  struct mc_choice *first = NULL, *choice = mc_choices_of(search->tree, point);
  for (struct mc_choice *end = choice + point->choices; choice < end; choice++) {
    if (search->config.bound && choice->thread == point->running)
      return choice;
    if (choice->asleep || (first && !goes_before(search, point, choice->thread, first->thread)))
      continue;
    first = choice;
    if (!search->config.bound && mc_is_foremost(&search->execution, choice->thread))
      break;
  }
  return first;
}
