// dpor/search.c - what all algorithms share: repeating the prefix, exploring, going back.
//
// A trace is committed by mc_search_end alone. One that is given up before (its process was killed)
// has only added to backtrack sets, which the same trace will do again, so mc_search_begin just
// starts anew.
#include "dpor/sampling/strategy.h"
#include "clock.h"
#include "internal.h"

struct mc_search *mc_search_new(struct mc_arena *arena, const struct mc_search_config *config) {
  struct mc_search *search = mc_search_make(arena, config, NULL);
  if (!search || !mc_aside_prepare(search))
    return NULL;
  if (config->before)
    mc_strategy_go_on(search, config->before);
  return search;
}

struct mc_search *mc_search_resume(struct mc_arena *arena, const struct mc_search_config *config) {
  struct mc_search *search = mc_search_make(arena, config, (struct mc_tree *)arena->base);
  return search && mc_aside_prepare(search) ? search : NULL;
}

void mc_search_begin(struct mc_search *search, const struct mc_model *model) {
  if (mc_aside_begins(search)) {
    mc_search_begin(search->aside, model);
    return;
  }
  struct mc_execution *x = &search->execution;
  if (x->is_stale)
    mc_trace_restore(x);
  x->is_stale = true;
  x->depth = 0;
  search->until = UINT32_MAX;
  x->is_maximal = false;
  x->limited = false;
  if (search->fair)
    mc_fair_begin(search->fair);
  if (search->strategy)
    mc_strategy_begin(search);
  if (search->pop)
    mc_pop_begin(search);
}

void mc_search_from(struct mc_search *search) {
  if (search->config.from && search->config.root == UINT32_MAX) {
    mc_arena_write(search->arena, search);
    search->config.root = search->execution.depth;
  }
}

void mc_search_until(struct mc_search *search) {
  mc_arena_write(search->arena, search);
  if (search->until == UINT32_MAX)
    search->until = search->execution.depth;
}

//===- The next step --------------------------------------------------------------------------===//

/// Records the point's current choice as the next step.
static enum mc_next_verdict take(struct mc_search *search, const struct mc_model *model,
                                 struct mc_point *point, struct mc_next *next) {
  struct mc_execution *x = &search->execution;
  const struct mc_choice *choice = mc_current(search->tree, point);
  next->step = (struct mc_step){choice->thread, choice->alternative};
  if (!mc_note_step(search, model, next->step))
    return MC_NEXT_EXHAUSTED;
  const struct mc_operation *operation = mc_frame_at(x, x->depth)->operation;
  point->kind = operation->kind;
  point->objects = operation->objects;
  point->object = operation->object[0];
  if (search->config.algorithm == MC_DPOR)
    mc_dpor_chosen(search, model, x->depth);
  mc_trace_update_thread(x, x->depth);
  x->depth++;
  return MC_NEXT_STEP;
}

/// Records the next step, with which all has been done that is to be done.
static enum mc_next_verdict take_again(struct mc_search *search, const struct mc_model *model,
                                       const struct mc_next *next) {
  struct mc_execution *x = &search->execution;
  if (!mc_note_step(search, model, next->step))
    return MC_NEXT_EXHAUSTED;
  mc_trace_update_thread(x, x->depth);
  x->depth++;
  return MC_NEXT_STEP;
}

/// The thread is about to do what was recorded.
static bool can_repeat(const struct mc_model *model, const struct mc_next *next) {
  const struct mc_operation *met = mc_model_pending(model, next->step.thread);
  return met && mc_same_operation(met, next->recorded) && mc_model_is_enabled(model, next->step);
}

/// The step is one of the trace before.
static enum mc_next_verdict repeat(struct mc_search *search, const struct mc_model *model,
                                   struct mc_next *next) {
  struct mc_execution *x = &search->execution;
  const struct mc_operation *step = mc_frame_at(x, x->depth)->operation;
  if (search->fair)
    mc_consider_fairness(search, mc_point_at(search->tree, x->depth));
  next->repeated = true;
  next->recorded = step;
  next->step = (struct mc_step){step->thread, step->alternative};
  if (!can_repeat(model, next))
    return MC_NEXT_DIVERGED;
  x->depth++;
  return MC_NEXT_STEP;
}

/// The point is one of an earlier trace: the step to take is known, but in no frame.
static enum mc_next_verdict go_on(struct mc_search *search, const struct mc_model *model,
                                  struct mc_point *point, struct mc_next *next) {
  struct mc_execution *x = &search->execution;
  bool is_same = true;
  if (x->depth >= x->kept && !mc_make_anew(search, model, &is_same))
    return MC_NEXT_EXHAUSTED;
  if (!is_same)
    return MC_NEXT_DIVERGED;
  mc_consider_fairness(search, point);
  const struct mc_choice *choice = mc_current(search->tree, point);
  next->repeated = x->depth + 1 < search->tree->kept;
  next->recorded = mc_declared(x, choice->operation);
  next->step = (struct mc_step){choice->thread, choice->alternative};
  if (!can_repeat(model, next))
    return MC_NEXT_DIVERGED;
  return next->repeated ? take_again(search, model, next) : take(search, model, point, next);
}

static enum mc_next_verdict end(struct mc_next *next, enum mc_trace_kind kind) {
  next->kind = kind;
  return MC_NEXT_END;
}

/// The step to begin with at a new point, or NULL.
static const struct mc_choice *first_choice(struct mc_search *search, const struct mc_model *model,
                                            struct mc_point *point) {
  const struct mc_choice *first = search->strategy ? mc_strategy_choose(search, point)
                                  : search->pop    ? mc_pop_first(search, model, point)
                                  : search->dfs    ? mc_dfs_first(search, model, point)
                                  : search->config.algorithm == MC_OPTIMAL
                                      ? mc_optimal_first(search, point)
                                      : mc_first_choice(search, point);
  return first || search->strategy ? first : mc_take_exits(search->tree, point);
}

/// The point is new, and has choices: begins with `first`.
static enum mc_next_verdict explore_from(struct mc_search *search, const struct mc_model *model,
                                         struct mc_point *point, const struct mc_choice *first,
                                         struct mc_next *next) {
  const bool may_be_unfair = !search->fair && !search->strategy;
  if (may_be_unfair && mc_polls_alone(search, point))
    return MC_NEXT_UNFAIR;
  if (search->execution.depth >= search->config.max_depth)
    return may_be_unfair && mc_polls(&search->execution) ? MC_NEXT_UNFAIR : end(next, MC_BOUNDED);
  point->current = (uint32_t)(first - mc_choices_of(search->tree, point));
  mc_current(search->tree, point)->wanted = true;
  point->backtrack = (mc_thread_set){0};
  if (search->config.algorithm == MC_DPOR)
    mc_set_add(&point->backtrack, first->thread);
  else if (search->dfs)
    point->backtrack = point->allowed;
  return take(search, model, point, next);
}

/// At a new point a thread makes a local step: nothing else is explored from there.
static enum mc_next_verdict take_local(struct mc_search *search, const struct mc_model *model,
                                       struct mc_point *point, struct mc_step step,
                                       struct mc_next *next) {
  struct mc_tree *tree = search->tree;
  if (!mc_tree_reserve(tree, search->arena, &point->choice, &point->choice_capacity, 1,
                       sizeof(struct mc_choice), 0))
    return MC_NEXT_EXHAUSTED;
  point->is_local = true;
  point->is_closed = false;
  point->origin = mc_origin(tree, search->execution.depth);
  point->choices = 1;
  point->exits = point->sleepers = point->current = 0;
  point->owed = point->node = 0;
  point->all = point->lost = false;
  *mc_current(tree, point) =
      (struct mc_choice){.operation = search->execution.thread[step.thread].number,
                         .thread = step.thread,
                         .alternative = step.alternative,
                         .wanted = true};
  return take(search, model, point, next);
}

/// The process may exit, as the threads that could go on only repeat themselves.
static bool may_exit(const struct mc_search *search, const struct mc_point *point) {
  const struct mc_choice *first = mc_choices_of(search->tree, point);
  return point->choices &&
         mc_declared(&search->execution, first->operation)->flags & MC_PROCESS_EXIT;
}

/// The state is new.
static enum mc_next_verdict explore(struct mc_search *search, const struct mc_model *model,
                                    struct mc_point *point, struct mc_next *next) {
  if (!mc_note_state(search, model, true))
    return MC_NEXT_EXHAUSTED;
  struct mc_step local;
  const bool is_local = search->has_local && search->execution.depth < search->config.max_depth &&
                        !(search->pop && mc_pop_follows(search)) &&
                        mc_local_step(search, model, &local);
  if (is_local && mc_set_empty(&model->repeating))
    return take_local(search, model, point, local, next);
  point->is_local = point->is_closed = false;
  if (!mc_choices(search, model, point))
    return MC_NEXT_EXHAUSTED;
  if (is_local && !may_exit(search, point))
    return take_local(search, model, point, local, next);
  if (point->choices == 0)
    return mc_verdict(search, model, &next->kind);
  const bool sleeps =
      search->strategy ? search->config.algorithm == MC_PROBE : search->config.algorithm != MC_DFS;
  if (sleeps && !(search->pop ? mc_pop_sleep(search, point) : mc_sleep(search, model, point)))
    return MC_NEXT_EXHAUSTED;
  mc_consider_exits(search, model, point);
  point->owed = point->node = 0;
  point->all = point->lost = false;
  const struct mc_choice *first =
      search->is_forced
          ? mc_find_choice(search->tree, point, search->forced.thread, search->forced.alternative)
          : first_choice(search, model, point);
  if (!first && search->is_forced) {
    next->step = search->forced;
    return MC_NEXT_DIVERGED;
  }
  search->is_forced = false;
  if (!first && search->dfs)
    return MC_NEXT_DIVERGED;
  if (search->pop && mc_pop_is_left(search))
    return MC_NEXT_UNSUITED;
  return first ? explore_from(search, model, point, first, next) : end(next, MC_SLEEP_SET_BLOCKED);
}

enum mc_next_verdict mc_search_next(struct mc_search *search, const struct mc_model *model,
                                    struct mc_next *next) {
  if (search->is_aside) {
    if (search->is_extension && mc_starvation_is_beyond(search))
      search->aside->config.max_depth_per_thread = 0;
    const enum mc_next_verdict verdict = mc_search_next(search->aside, model, next);
    next->aside = true;
    return verdict;
  }
  struct mc_execution *x = &search->execution;
  *next = (struct mc_next){.depth = x->depth};
  if (search->pop && mc_pop_is_left(search))
    return MC_NEXT_UNSUITED;
  x->is_maximal = false;
  if (x->depth + 1 < x->kept)
    return repeat(search, model, next);
  if (!mc_frame_make(x, x->depth) || !mc_point_make(search->tree, search->arena, x->depth))
    return MC_NEXT_EXHAUSTED;
  struct mc_point *point = mc_point_at(search->tree, x->depth);
  return x->depth < search->tree->kept ? go_on(search, model, point, next)
                                       : explore(search, model, point, next);
}

uint32_t mc_search_prefix(const struct mc_search *search) {
  return search->execution.kept ? search->execution.kept - 1 : 0;
}

void mc_search_skip(struct mc_search *search, uint32_t depth) { search->execution.depth = depth; }

void mc_search_force(struct mc_search *search, struct mc_step step) {
  search->forced = step;
  search->is_forced = true;
}

//===- The end of a trace ---------------------------------------------------------------------===//

/// The next choice to explore at a point whose current one is explored, or NULL.
static const struct mc_choice *next_choice(struct mc_search *search, struct mc_point *point,
                                           uint32_t depth) {
  mc_current(search->tree, point)->done = true;
  if (search->config.algorithm == MC_OPTIMAL) {
    const struct mc_choice *choice = mc_optimal_next(search, point, depth);
    if (choice)
      return choice;
  }
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (const struct mc_choice *end = choice + point->choices; choice < end; choice++)
    if (!choice->asleep && !choice->done &&
        (point->all || choice->wanted || mc_set_has(&point->backtrack, choice->thread)))
      return choice;
  return mc_take_exits(search->tree, point);
}

/// To the deepest point before that depth that has something left to explore.
static void go_back(struct mc_search *search, uint32_t depth) {
  struct mc_tree *tree = search->tree;
  for (; depth > search->config.root; depth--) {
    struct mc_point *point = mc_point_at(tree, depth - 1);
    if (point->is_local || depth > search->until)
      continue;
    const struct mc_choice *choice = next_choice(search, point, depth - 1);
    if (choice) {
      point->current = (uint32_t)(choice - mc_choices_of(tree, point));
      break;
    }
  }
  tree->done = depth <= search->config.root;
  tree->kept = tree->done ? 0 : depth;
}

/// Finds the next trace. false: arena full.
static bool turn(struct mc_search *search, const struct mc_model *model, bool cut) {
  const struct mc_tree *tree = search->tree;
  if (search->pop) {
    if (!mc_pop_end(search, model, cut))
      return false;
    if (!tree->done || !mc_has_handed_over(search))
      return true;
    go_back(search, search->root_of_pop);
  } else { // a trace that ended within its prefix must not drop what is left there
    go_back(search, search->execution.depth > tree->kept ? search->execution.depth : tree->kept);
    if (search->dfs)
      mc_dfs_end(search);
  }
  return mc_hand_over(search);
}

static void count(struct mc_search *search, enum mc_trace_kind kind) {
  const struct mc_execution *x = &search->execution;
  struct mc_search_counts *counts = &search->tree->counts;
  uint32_t replayed = search->tree->kept ? search->tree->kept - 1 : 0;
  if (replayed > x->depth)
    replayed = x->depth;
  if (kind == MC_COMPLETED || kind == MC_DROPPED)
    kind = x->limited ? MC_BOUNDED : kind;
  counts->traces[kind]++;
  counts->limited |= x->limited;
  counts->replayed += replayed;
  counts->transitions += x->depth - replayed;
  if (x->depth > counts->max_depth)
    counts->max_depth = x->depth;
  if (mc_set_size(&x->met) > counts->threads)
    counts->threads = mc_set_size(&x->met);
}

/// Looks for the races of what has become pending since the last call of mc_search_next.
static void declare_at_end(struct mc_search *search, const struct mc_model *model) {
  for (mc_thread t = 0; t < model->thread_count; t++)
    if (mc_model_pending(model, t) && !search->execution.thread[t].pending)
      mc_dpor_declared(search, model, mc_model_pending(model, t));
}

/// The trace ended by a process exit while a thread stood at an operation flagged MC_DROPS.
static bool drops(const struct mc_execution *x) {
  mc_thread_set rest = x->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD)
    if (x->thread[t].pending->flags & MC_DROPS)
      return true;
  return false;
}

bool mc_search_is_outdated(const struct mc_search *search) { return search->tree->is_outdated; }

bool mc_search_is_cut(const struct mc_search *search, enum mc_trace_kind kind) {
  return search->execution.depth && kind == MC_FAILED && !search->execution.is_maximal;
}

/// The trace has explored something: adds what is owed for it. false: arena full.
static bool look_back(struct mc_search *search, const struct mc_model *model, bool cut) {
  const uint32_t depth = search->execution.depth;
  if (cut)
    mc_current(search->tree, mc_point_at(search->tree, depth - 1))->fatal =
        search->tree->has_failed = true;
  if (search->config.algorithm == MC_DPOR) {
    if (model)
      declare_at_end(search, model);
    if (cut)
      mc_dpor_cut(search);
  } else if (mc_uses_sequences(search)) {
    if (!mc_frame_make(&search->execution, depth) ||
        (model && !mc_note_state(search, model, false)))
      return false;
    if (search->has_local && mc_is_first_trace(search))
      mc_end_first_trace(search);
    if ((!search->pop || (mc_has_handed_over(search) && !cut)) &&
        !mc_reverse_races(search, model, cut))
      return false;
    if (!search->pop)
      mc_optimal_forget(search);
  }
  return true;
}

bool mc_search_end(struct mc_search *search, const struct mc_model *model,
                   enum mc_trace_kind kind) {
  if (search->is_aside) {
    if (!mc_search_end(search->aside, model, kind))
      return false;
    mc_aside_ended(search);
    return true;
  }
  const bool cut = mc_search_is_cut(search, kind);
  if (kind == MC_COMPLETED && drops(&search->execution))
    kind = MC_DROPPED;
  if (search->execution.depth >= search->tree->kept && !look_back(search, model, cut))
    return false;
  if (!mc_estimate_look(search, kind) || !mc_starvation_look(search, model, kind))
    return false;
  if (!mc_search_runs_again(search))
    count(search, kind);
  if (!search->strategy && !turn(search, model, cut))
    return false;
  search->is_whole = search->is_divided && search->tree->done;
  if (!search->strategy && !search->is_whole)
    mc_trace_keep(&search->execution, search->tree->kept);
  search->execution.is_stale =
      search->strategy || !model; // with the process, a step half taken may be lost
  mc_estimate_update(search);
  return !search->strategy || mc_strategy_end(search);
}

bool mc_search_done(const struct mc_search *search) {
  return search->tree->done && !mc_starvation_wants_trace(search);
}

bool mc_search_goes_on(const struct mc_search *search) { return mc_starvation_wants_trace(search); }

const struct mc_search_counts *mc_search_counts(const struct mc_search *search) {
  return &search->tree->counts;
}

uint32_t mc_search_depth(const struct mc_search *search) {
  return mc_acting(search)->execution.depth;
}

const struct mc_operation *mc_search_operation(const struct mc_search *search, uint32_t i) {
  return mc_frame_at(&mc_acting(search)->execution, i)->operation;
}

bool mc_search_is_past(const struct mc_search *search, uint32_t i, mc_thread thread,
                       uint32_t steps) {
  const struct mc_execution *x = &search->execution;
  uint32_t last = x->thread[thread].last;
  while (last != MC_NO_STEP && last >= steps)
    last = mc_frame_at(x, last)->previous;
  return mc_in_past(x, i, last);
}
