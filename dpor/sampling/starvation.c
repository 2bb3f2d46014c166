// dpor/sampling/starvation.c - goes on with a trace that max_depth_per_thread has cut, against one
// thread: is it served, or are always others?
//
// Source:  the heuristic of McMini (Pirtle, Jovanovic, Cooperman, 2023): its threadMaxLimit is
//          max_depth_per_thread here, its extraLivenessTransitions is `starvation`.
// Here:    an extension is a trace aside. It repeats the schedule that was cut; then the threads
//          that are enabled take turns, but for the one that waits, as long as there is another. Of
//          the alternatives of a step one is taken that does not serve that thread, where there is
//          one. So whatever serves it then has no choice, by its policy.
#include "strategy.h"

#include <string.h>

struct mc_starvation {
  struct mc_step *step; ///< [steps] the schedule that was cut
  uint32_t steps, capacity;
  mc_thread_set waiting; ///< threads to go on against
  mc_thread thread;      ///< the one of the current trace
  mc_thread turn;        ///< whose step was the last
  bool is_long;          ///< all transitions were made, and it has not run
  bool waits;            ///< it has been seen to wait
  uint32_t since;        ///< ... first at this depth
};

struct mc_starvation *mc_starvation_new(struct mc_arena *arena) {
  return mc_arena_take(arena, sizeof(struct mc_starvation));
}

/// The thread stands where an object can serve it. Whether it has to wait there when the trace is
/// cut is a matter of chance; that it waits is asked when others are served.
static bool can_be_served(const struct mc_model *model, mc_thread thread) {
  const struct mc_operation *pending = mc_model_pending(model, thread);
  return pending && pending->primitive->serves &&
         (pending->primitive->serves(pending, thread) ||
          !mc_model_alternatives(model, thread, NULL));
}

bool mc_starvation_look(struct mc_search *search, const struct mc_model *model,
                        enum mc_trace_kind kind) {
  struct mc_starvation *s = search->starvation;
  const struct mc_execution *x = &search->execution;
  const bool is_cut = kind == MC_BOUNDED || kind == MC_COMPLETED; // the latter by process exit
  if (!s || !model || !x->limited || !is_cut)
    return true;
  if (mc_search_runs_again(search) && !search->is_alone) // it has gone on when it was counted
    return true;
  if (!mc_reserve(search->arena, &s->step, &s->capacity, x->depth, sizeof *s->step, 0))
    return false;
  s->steps = 0;
  for (uint32_t i = 0; i < x->depth; i++) {
    const struct mc_operation *operation = mc_frame_at(x, i)->operation;
    if (!(operation->flags & MC_PROCESS_EXIT)) // taken as all others had come to their limits
      s->step[s->steps++] = (struct mc_step){operation->thread, operation->alternative};
  }
  s->waiting = (mc_thread_set){0};
  for (mc_thread t = 0; t < model->thread_count; t++)
    if (can_be_served(model, t))
      mc_set_add(&s->waiting, t);
  return true;
}

bool mc_starvation_wants_trace(const struct mc_search *search) {
  return search->starvation && !mc_set_empty(&search->starvation->waiting);
}

void mc_starvation_begin(struct mc_search *search) {
  struct mc_starvation *s = search->starvation;
  mc_thread_set waiting = s->waiting;
  s->thread = mc_set_take(&waiting);
  s->turn = s->thread;
  s->waits = s->is_long = false;
}

void mc_starvation_end(struct mc_search *search) {
  mc_set_remove(&search->starvation->waiting, search->starvation->thread);
}

bool mc_starvation_is_beyond(const struct mc_search *search) {
  return search->aside->execution.depth >= search->starvation->steps;
}

//===- The next step --------------------------------------------------------------------------===//

static bool serves(const struct mc_operation *step, mc_thread thread) {
  return !mc_is_interrupt(step) && step->primitive->serves && step->primitive->serves(step, thread);
}

/// The first of the thread's alternatives that does not serve `against`, or else the first.
static const struct mc_choice *against(const struct mc_search *aside, const struct mc_point *point,
                                       mc_thread thread, mc_thread against) {
  const struct mc_choice *first = NULL, *choice = mc_choices_of(aside->tree, point);
  for (const struct mc_choice *end = choice + point->choices; choice < end; choice++) {
    if (choice->thread != thread)
      continue;
    const struct mc_operation step = mc_step_of(&aside->execution, choice);
    if (!serves(&step, against))
      return choice;
    if (!first)
      first = choice;
  }
  return first;
}

static bool has_choice(const struct mc_tree *tree, const struct mc_point *point, mc_thread thread) {
  for (uint32_t i = 0; i < point->choices; i++)
    if (mc_choices_of(tree, point)[i].thread == thread)
      return true;
  return false;
}

const struct mc_choice *mc_starvation_choose(struct mc_search *aside,
                                             const struct mc_point *point) {
  struct mc_starvation *s = aside->strategy->starvation;
  const struct mc_execution *x = &aside->execution;
  if (x->depth < s->steps)
    return mc_find_choice(aside->tree, point, s->step[x->depth].thread,
                          s->step[x->depth].alternative);
  if (x->depth - s->steps >= aside->config.starvation) {
    s->is_long = true;
    return NULL;
  }
  if (!s->waits && !has_choice(aside->tree, point, s->thread)) {
    s->waits = true;
    s->since = x->depth;
  }
  for (mc_thread i = 1; i <= MC_MAX_THREADS; i++) {
    const mc_thread t = (mc_thread)((s->turn + i) % MC_MAX_THREADS);
    const struct mc_choice *choice = t == s->thread ? NULL : against(aside, point, t, s->thread);
    if (!choice || mc_declared(x, choice->operation)->flags & MC_PROCESS_EXIT)
      continue;
    s->turn = t;
    return choice;
  }
  return NULL; // it is its turn
}

//===- The verdict ----------------------------------------------------------------------------===//

static bool serves_another(const struct mc_operation *step, mc_thread thread, mc_thread threads) {
  for (mc_thread t = 0; t < threads; t++)
    if (t != thread && serves(step, t))
      return true;
  return false;
}

static bool uses(const struct mc_operation *step, mc_object object) {
  for (unsigned k = 0; k < step->objects; k++)
    if (step->object[k] == object)
      return true;
  return false;
}

/// What the thread waits for is its operation's first object, until another thread has served it
/// there: a condition variable, and once it is signalled the mutex.
const struct mc_operation *mc_search_starved(const struct mc_search *search, mc_thread thread) {
  const struct mc_execution *x = &mc_acting(search)->execution;
  const struct mc_trace_thread *waiter = &x->thread[thread];
  const struct mc_starvation *s = search->is_aside ? search->starvation : NULL;
  const struct mc_operation *by = NULL;
  unsigned k = 0;
  if (!waiter->pending || !waiter->pending->objects)
    return NULL;
  if (s && !(s->waits && s->is_long))
    return NULL; // it need not wait; or it would run now
  for (uint32_t i = waiter->last == MC_NO_STEP ? 0 : waiter->last + 1; i < x->depth; i++) {
    const struct mc_operation *step = mc_frame_at(x, i)->operation;
    if (!uses(step, waiter->pending->object[k]))
      continue;
    if (serves(step, thread) && k + 1u < waiter->pending->objects)
      k++, by = NULL;
    else if (i >= (s ? s->since : 0) && serves_another(step, thread, x->threads))
      by = step;
  }
  return by;
}

mc_thread mc_search_against(const struct mc_search *search) { return search->starvation->thread; }
