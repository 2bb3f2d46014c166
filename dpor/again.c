// dpor/again.c - the first trace of a tree that another process has made: its prefix is in no
// frame.
#include "internal.h"

static bool is_declared(const struct mc_execution *x, uint32_t operations, uint32_t operation,
                        mc_thread thread) {
  return operation < operations && mc_declared(x, operation)->thread == thread;
}

/// The point's steps are those of the same threads.
static bool has_same_threads(const struct mc_search *search, const struct mc_point *point) {
  const struct mc_execution *x = &search->execution;
  const struct mc_frame *frame = mc_frame_at(x, x->depth);
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  const struct mc_sleeper *sleeper = mc_sleepers_of(search->tree, point);
  const uint32_t operations = frame->first + frame->declarations;
  for (uint32_t i = 0; i < point->choices + point->exits; i++)
    if (!is_declared(x, operations, choice[i].operation, choice[i].thread))
      return false;
  for (uint32_t i = 0; i < point->sleepers; i++)
    if (!is_declared(x, operations, sleeper[i].operation, sleeper[i].thread))
      return false;
  return true;
}

static bool has_same_step(const struct mc_search *search, const struct mc_point *point) {
  const struct mc_operation *step =
      mc_declared(&search->execution, mc_current(search->tree, point)->operation);
  return step->kind == point->kind && step->objects == point->objects &&
         (!step->objects || step->object[0] == point->object);
}

bool mc_make_anew(struct mc_search *search, const struct mc_model *model, bool *is_same) {
  const uint32_t depth = search->execution.depth;
  const struct mc_point *point = mc_point_at(search->tree, depth);
  if (!mc_note_state(search, model, false))
    return false;
  *is_same = has_same_threads(search, point) &&
             (depth + 1 == search->tree->kept || has_same_step(search, point));
  return true;
}
