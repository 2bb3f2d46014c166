// dpor/search.c - what all algorithms share: repeating the prefix, recording, going back.
//
// A trace is committed by mc_search_end alone. One that is given up before (its process was killed)
// has only added to backtrack sets, which the same trace will do again, so mc_search_begin just
// starts anew.
#include "clock.h"
#include "internal.h"
#include "strategy.h"

#include <string.h>

static bool uses_sequences(const struct mc_search *search) {
  return search->config.algorithm == MC_SOURCE || search->config.algorithm == MC_OPTIMAL;
}

struct mc_search *mc_search_make(struct mc_arena *arena, const struct mc_search_config *config) {
  struct mc_search *search = mc_arena_take(arena, sizeof *search);
  if (!search)
    return NULL;
  search->arena = arena;
  search->config = *config;
  search->is_stale = true;
  if (config->fair && uses_sequences(search)) {
    search->config.algorithm = MC_DPOR;
    if (config->sleep_sets == MC_SLEEP_CONDITIONAL)
      search->config.sleep_sets = MC_SLEEP_PLAIN; // no states are kept for those
  }
  if (config->fair && !(search->fair = mc_fair_new(arena)))
    return NULL;
  if (mc_is_strategy(config->algorithm) && !(search->strategy = mc_strategy_new(search)))
    return NULL;
  return search;
}

struct mc_search *mc_search_new(struct mc_arena *arena, const struct mc_search_config *config) {
  struct mc_search *search = mc_search_make(arena, config);
  if (!search || !mc_aside_prepare(search))
    return NULL;
  if (config->before)
    mc_strategy_go_on(search, config->before);
  return search;
}

/// Makes room for the operation's objects. false: arena full.
static bool meet_objects(struct mc_search *search, const struct mc_model *model,
                         const struct mc_operation *operation) {
  const bool alternatives = mc_model_universe(model, operation) > 1 || operation->signals;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    const mc_object o = operation->object[k];
    if (!mc_reserve(search, &search->object, &search->object_capacity, o + 1,
                    sizeof *search->object, search->objects))
      return false;
    for (; search->objects <= o; search->objects++)
      search->object[search->objects] = (struct mc_trace_object){0};
    search->object[o].state_size = ((uint32_t)model->object[o].primitive->state_size + 15) & ~15u;
    if (k >= mc_first_signals(operation)) {
      search->signals = model->object[o].primitive;
    } else if (k >= operation->objects) {
      search->section_owner = model->object[o].primitive->owner;
      continue;
    }
    search->object[o].has_alternatives |= alternatives;
    search->has_alternatives |= alternatives;
  }
  return true;
}

void mc_search_begin(struct mc_search *search, const struct mc_model *model) {
  if (mc_aside_begins(search)) {
    mc_search_begin(search->aside, model);
    return;
  }
  if (search->is_stale)
    mc_trace_restore(search);
  search->is_stale = true;
  search->depth = 0;
  search->is_maximal = false;
  search->limited = false;
  if (search->fair)
    mc_fair_begin(search->fair);
  if (search->strategy)
    mc_strategy_begin(search);
}

/// Copies what has become pending since the state before. false: arena full.
static bool note_declared(struct mc_search *search, const struct mc_model *model,
                          struct mc_frame *frame) {
  mc_thread_set fresh = mc_set_difference(model->pending, search->pending);
  mc_thread thread;
  if (search->arrived <= search->depth) // else mc_search_next has been here
    frame->declarations = 0;
  if (!mc_reserve(search, &frame->declared, &frame->declared_capacity,
                  frame->declarations + mc_set_size(&fresh), sizeof *frame->declared,
                  frame->declarations))
    return false;
  while ((thread = mc_set_take(&fresh)) != MC_NO_THREAD) {
    struct mc_operation *copy = &frame->declared[frame->declarations++];
    *copy = model->thread[thread].operation;
    if (!meet_objects(search, model, copy))
      return false;
    mc_trace_set_pending(search, copy);
    if (search->config.algorithm == MC_DPOR)
      mc_dpor_declared(search, model, copy);
  }
  search->arrived = search->depth + 1;
  return true;
}

/// Copies the states of the step's objects, before it runs. false: arena full.
static bool save_states(struct mc_search *search, const struct mc_model *model,
                        struct mc_frame *frame) {
  const struct mc_operation *operation = frame->operation;
  uint32_t size = 0;
  for (unsigned k = 0; k < mc_places(operation); k++)
    size += search->object[operation->object[k]].state_size;
  if (!mc_reserve(search, &frame->saved, &frame->saved_capacity, size, 1, 0))
    return false;
  char *to = frame->saved;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    const struct mc_model_object *object = &model->object[operation->object[k]];
    memcpy(to, object->state, object->primitive->state_size);
    to += search->object[operation->object[k]].state_size;
  }
  return true;
}

/// Records the frame's current choice as the next step.
static enum mc_next_verdict take(struct mc_search *search, const struct mc_model *model,
                                 struct mc_frame *frame, struct mc_next *next) {
  const struct mc_choice *choice = &frame->choice[frame->current];
  uint32_t i = search->depth;
  frame->operation = search->thread[choice->thread].pending;
  frame->operation->alternative = choice->alternative;
  frame->previous = search->thread[choice->thread].last;
  frame->rank = search->thread[choice->thread].rank + 1;
  frame->several =
      frame->operation->signals ||
      (frame->operation->primitive->universe && mc_model_universe(model, frame->operation) > 1);
  if (!mc_clock_step(search, i))
    return MC_NEXT_EXHAUSTED;
  if (uses_sequences(search) && !save_states(search, model, frame))
    return MC_NEXT_EXHAUSTED;
  if (search->config.algorithm == MC_DPOR)
    mc_dpor_chosen(search, model, i);
  mc_trace_update_thread(search, i);
  search->depth++;
  next->step = (struct mc_step){choice->thread, choice->alternative};
  return MC_NEXT_STEP;
}

bool mc_same_operation(const struct mc_operation *a, const struct mc_operation *b) {
  bool same = a->primitive == b->primitive && a->kind == b->kind && a->objects == b->objects &&
              a->signals == b->signals;
  for (unsigned k = 0; same && k < a->objects; k++)
    same = a->object[k] == b->object[k];
  return same;
}

/// The state is one of an earlier trace: the step to take is known.
static enum mc_next_verdict repeat(struct mc_search *search, const struct mc_model *model,
                                   struct mc_frame *frame, struct mc_next *next) {
  if (search->fair && search->depth > 0) {
    const struct mc_frame *before = mc_frame_at(search, search->depth - 1);
    mc_fair_arrive(search->fair, before->operation, before->ordinary, frame->ordinary);
  }
  next->repeated = search->depth + 1 < search->kept;
  if (next->repeated) {
    next->recorded = frame->operation;
    next->step = (struct mc_step){frame->operation->thread, frame->operation->alternative};
  } else {
    const struct mc_choice *choice = &frame->choice[frame->current];
    next->recorded = choice->operation;
    next->step = (struct mc_step){choice->thread, choice->alternative};
  }
  const struct mc_operation *met = mc_model_pending(model, next->step.thread);
  if (!met || !mc_same_operation(met, next->recorded) || !mc_model_is_enabled(model, next->step))
    return MC_NEXT_DIVERGED;
  if (next->repeated) {
    search->depth++;
    return MC_NEXT_STEP;
  }
  return take(search, model, frame, next);
}

static enum mc_next_verdict end(struct mc_next *next, enum mc_trace_kind kind) {
  next->kind = kind;
  return MC_NEXT_END;
}

static const struct mc_choice *forced_choice(const struct mc_search *search,
                                             const struct mc_frame *frame) {
  for (uint32_t i = 0; i < frame->choices; i++)
    if (frame->choice[i].thread == search->forced.thread &&
        frame->choice[i].alternative == search->forced.alternative)
      return &frame->choice[i];
  return NULL;
}

/// The state is new.
static enum mc_next_verdict explore(struct mc_search *search, const struct mc_model *model,
                                    struct mc_frame *frame, struct mc_next *next) {
  if (!note_declared(search, model, frame) || !mc_choices(search, model, frame))
    return MC_NEXT_EXHAUSTED;
  if (frame->choices == 0)
    return mc_verdict(search, model, &next->kind);
  const bool sleeps =
      search->strategy ? search->config.algorithm == MC_PROBE : search->config.algorithm != MC_DFS;
  if (sleeps && !mc_sleep(search, model, frame))
    return MC_NEXT_EXHAUSTED;
  mc_consider_exits(search, model, frame);
  frame->tree = frame->node = NULL;
  frame->all = frame->lost = false;
  const struct mc_choice *first = search->is_forced  ? forced_choice(search, frame)
                                  : search->strategy ? mc_strategy_choose(search, frame)
                                  : search->config.algorithm == MC_OPTIMAL
                                      ? mc_optimal_first(search, frame)
                                      : mc_first_choice(search, frame);
  if (!first && search->is_forced) {
    next->step = search->forced;
    return MC_NEXT_DIVERGED;
  }
  search->is_forced = false;
  if (!first && !search->strategy)
    first = mc_take_exits(frame);
  if (!first)
    return end(next, MC_SLEEP_SET_BLOCKED);
  const bool may_be_unfair = !search->fair && !search->strategy;
  if (may_be_unfair && mc_polls_alone(search, frame))
    return MC_NEXT_UNFAIR;
  if (search->depth >= search->config.max_depth)
    return may_be_unfair && mc_polls(search) ? MC_NEXT_UNFAIR : end(next, MC_BOUNDED);
  frame->current = (uint32_t)(first - frame->choice);
  frame->choice[frame->current].wanted = true;
  frame->backtrack = (mc_thread_set){0};
  if (search->config.algorithm == MC_DPOR)
    mc_set_add(&frame->backtrack, first->thread);
  else if (search->config.algorithm == MC_DFS)
    mc_dfs_state(frame);
  return take(search, model, frame, next);
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
  *next = (struct mc_next){.depth = search->depth};
  search->is_maximal = false;
  struct mc_frame *frame = mc_frame_make(search, search->depth);
  if (!frame)
    return MC_NEXT_EXHAUSTED;
  if (search->depth < search->kept)
    return repeat(search, model, frame, next);
  return explore(search, model, frame, next);
}

uint32_t mc_search_prefix(const struct mc_search *search) {
  return search->kept ? search->kept - 1 : 0;
}

void mc_search_skip(struct mc_search *search, uint32_t depth) { search->depth = depth; }

void mc_search_force(struct mc_search *search, struct mc_step step) {
  search->forced = step;
  search->is_forced = true;
}

/// The next choice to explore at a frame whose current one is explored, or NULL.
static const struct mc_choice *next_choice(struct mc_search *search, struct mc_frame *frame,
                                           uint32_t depth) {
  frame->choice[frame->current].done = true;
  if (search->config.algorithm == MC_OPTIMAL) {
    const struct mc_choice *choice = mc_optimal_next(search, frame, depth);
    if (choice)
      return choice;
  }
  for (uint32_t i = 0; i < frame->choices; i++) {
    const struct mc_choice *choice = &frame->choice[i];
    if (!choice->asleep && !choice->done &&
        (frame->all || choice->wanted || mc_set_has(&frame->backtrack, choice->thread)))
      return choice;
  }
  return mc_take_exits(frame);
}

static void go_back(struct mc_search *search) {
  if (search->strategy)
    return;
  // A trace that ended within its prefix must not drop what is left there.
  uint32_t depth = search->depth > search->kept ? search->depth : search->kept;
  for (; depth > 0; depth--) {
    struct mc_frame *frame = mc_frame_at(search, depth - 1);
    const struct mc_choice *choice = next_choice(search, frame, depth - 1);
    if (choice) {
      frame->current = (uint32_t)(choice - frame->choice);
      break;
    }
  }
  mc_trace_retreat(search, depth ? depth - 1 : 0);
  search->kept = depth;
  search->done = depth == 0;
  mc_clock_keep(search);
}

static void count(struct mc_search *search, enum mc_trace_kind kind) {
  struct mc_search_counts *counts = &search->counts;
  uint32_t replayed = search->kept ? search->kept - 1 : 0;
  if (replayed > search->depth)
    replayed = search->depth;
  if (kind == MC_COMPLETED || kind == MC_DROPPED)
    kind = search->limited ? MC_BOUNDED : kind;
  counts->traces[kind]++;
  counts->limited |= search->limited;
  counts->replayed += replayed;
  counts->transitions += search->depth - replayed;
  if (search->depth > counts->max_depth)
    counts->max_depth = search->depth;
  if (mc_set_size(&search->met) > counts->threads)
    counts->threads = mc_set_size(&search->met);
}

/// What has become pending since the last call of mc_search_next.
static void declare_at_end(struct mc_search *search, const struct mc_model *model) {
  for (mc_thread t = 0; t < model->thread_count; t++)
    if (mc_model_pending(model, t) && !search->thread[t].pending)
      mc_dpor_declared(search, model, mc_model_pending(model, t));
}

/// The trace ended by a process exit while a thread stood at an operation flagged MC_DROPS.
static bool drops(const struct mc_search *search) {
  mc_thread_set rest = search->pending;
  mc_thread t;
  while ((t = mc_set_take(&rest)) != MC_NO_THREAD)
    if (search->thread[t].pending->flags & MC_DROPS)
      return true;
  return false;
}

bool mc_search_is_cut(const struct mc_search *search, enum mc_trace_kind kind) {
  return search->depth && kind == MC_FAILED && !search->is_maximal;
}

bool mc_search_end(struct mc_search *search, const struct mc_model *model,
                   enum mc_trace_kind kind) {
  if (search->is_aside)
    return mc_aside_end(search, model, kind);
  const bool cut = mc_search_is_cut(search, kind);
  if (kind == MC_COMPLETED && drops(search))
    kind = MC_DROPPED;
  if (search->depth >= search->kept) {
    if (cut) {
      struct mc_frame *last = mc_frame_at(search, search->depth - 1);
      last->choice[last->current].fatal = search->has_failed = true;
    }
    if (search->config.algorithm == MC_DPOR) {
      if (model)
        declare_at_end(search, model);
      if (cut)
        mc_dpor_cut(search);
    } else if (uses_sequences(search)) {
      struct mc_frame *last = mc_frame_make(search, search->depth);
      if (!last || (model && !note_declared(search, model, last)) ||
          !mc_reverse_races(search, model, cut))
        return false;
      mc_optimal_forget(search);
    }
  }
  if (!mc_estimate_look(search, kind) || !mc_starvation_look(search, model, kind))
    return false;
  count(search, kind);
  go_back(search);
  search->is_stale = search->strategy || !model; // with the process, a step half taken may be lost
  mc_estimate_update(search);
  return !search->strategy || mc_strategy_end(search);
}

bool mc_search_done(const struct mc_search *search) {
  return search->done && !mc_starvation_wants_trace(search);
}

bool mc_search_goes_on(const struct mc_search *search) { return mc_starvation_wants_trace(search); }

const struct mc_search_counts *mc_search_counts(const struct mc_search *search) {
  return &search->counts;
}

uint32_t mc_search_depth(const struct mc_search *search) { return mc_acting(search)->depth; }

const struct mc_operation *mc_search_operation(const struct mc_search *search, uint32_t i) {
  return mc_frame_at(mc_acting(search), i)->operation;
}
