// dpor/sleep.c - sleep sets: steps whose executions were all explored from an earlier state.
//
// Source: Godefroid, LNCS 1032 (1996). A step stays asleep while only steps independent of it run.
//         Conditional ones also let it sleep where it commutes with the step that runs in the state
//         at hand: in no paper with source sets that we know of; tested against brute force, not
//         proven. With wakeup trees that loses final states. So do the two prunings of reversals
//         (docs/search.md, "What is left out"), which are off.
// Not so: where one of two steps can take what the other gives, if data races are looked for: which
//         store a load comes after decides what it happens after. And where a step looks at what is
//         not in the states of its objects (MC_ELSEWHERE: the bytes in a pipe).
// Exits:  if p failed at E and sleeps at a later state s, each step in between commuted with p, so
//         p fails at s as well. So if all steps awake at s have failed, and those asleep are marked
//         as fatal, all that others could do at s fails, and its process exits are explored
//         (mc_take_exits). The relation alone would not tell: `assert(x != 1)` after a
//         compare-exchange of x from 0 to 1 depends on `x = 1`, which commutes there.
#include "clock.h"
#include "internal.h"

#include <string.h>

static void put_to_sleep(struct mc_tree *tree, struct mc_point *point, struct mc_sleeper sleeper) {
  mc_sleepers_of(tree, point)[point->sleepers++] = sleeper;
  struct mc_choice *choice = mc_find_choice(tree, point, sleeper.thread, sleeper.alternative);
  if (choice) {
    choice->asleep = true;
    choice->fatal |= sleeper.fatal; // its result is what it was
  }
}

/// The objects of two steps, as they are before both.
struct pair {
  mc_object object[2 * MC_MAX_OPERATION_OBJECTS];
  unsigned objects;
  _Alignas(16) char before[2 * MC_MAX_OPERATION_OBJECTS][MC_MAX_STATE];
};

static unsigned place_of(struct pair *pair, mc_object object) {
  unsigned n = 0;
  while (n < pair->objects && pair->object[n] != object)
    n++;
  if (n == pair->objects)
    pair->object[pair->objects++] = object;
  return n;
}

/// Runs the step on `state`. false: it is not enabled there, or is a misuse.
static bool run(struct pair *pair, char state[][MC_MAX_STATE], const struct mc_operation *step,
                uint64_t *result) {
  void *of[MC_MAX_OPERATION_OBJECTS];
  for (unsigned k = 0; k < step->objects; k++)
    of[k] = state[place_of(pair, step->object[k])];
  *result = 0;
  return mc_is_enabled(step, (const void *const *)of) &&
         (!step->primitive->apply || !step->primitive->apply(step, of, result));
}

static uint64_t given(const struct mc_operation *step, unsigned i) {
  return step->primitive->releases ? step->primitive->releases(step, i) : MC_EVERYTHING;
}
static uint64_t taken(const struct mc_operation *step, unsigned i) {
  return step->primitive->acquires ? step->primitive->acquires(step, i) : MC_EVERYTHING;
}

/// One of the steps can take what the other gives.
static bool exchange_messages(const struct mc_operation *a, const struct mc_operation *b) {
  for (unsigned i = 0; i < a->objects; i++)
    for (unsigned k = 0; k < b->objects; k++)
      if (a->object[i] == b->object[k] &&
          ((given(a, i) & taken(b, k)) | (given(b, k) & taken(a, i))))
        return true;
  return false;
}

/// Both orders of the frame's step and `other` lead to the same state with the same results.
/// `model` is at the state after the step. Not inline: only conditional sleep sets need its states,
/// on the stack of whichever thread asks.
__attribute__((noinline)) static bool commute(const struct mc_execution *x,
                                              const struct mc_model *model,
                                              const struct mc_frame *frame,
                                              const struct mc_operation *other) {
  const struct mc_operation *step = frame->operation;
  struct pair pair = {.objects = 0};
  _Alignas(16) char state[2][2 * MC_MAX_OPERATION_OBJECTS][MC_MAX_STATE];
  uint64_t of_step[2], of_other[2];
  const char *saved = frame->saved;
  for (unsigned k = 0; k < step->objects; k++) {
    memcpy(pair.before[place_of(&pair, step->object[k])], saved,
           x->object[step->object[k]].state_size);
    saved += x->object[step->object[k]].state_size;
  }
  for (unsigned k = 0; k < other->objects; k++) {
    const struct mc_model_object *object = &model->object[other->object[k]];
    const unsigned known = pair.objects, n = place_of(&pair, other->object[k]);
    if (n == known)
      memcpy(pair.before[n], object->state, object->primitive->state_size);
  }
  memcpy(state[0], pair.before, sizeof pair.before);
  memcpy(state[1], pair.before, sizeof pair.before);
  if (!run(&pair, state[0], step, &of_step[0]) || !run(&pair, state[0], other, &of_other[0]) ||
      !run(&pair, state[1], other, &of_other[1]) || !run(&pair, state[1], step, &of_step[1]) ||
      of_step[0] != of_step[1] || of_other[0] != of_other[1])
    return false;
  for (unsigned n = 0; n < pair.objects; n++)
    if (memcmp(state[0][n], state[1][n], model->object[pair.object[n]].primitive->state_size) != 0)
      return false;
  return true;
}

/// The sleeper is still asleep after the step of `before`; local steps wake nobody.
static bool stays_asleep(const struct mc_search *search, const struct mc_model *model,
                         const struct mc_frame *before, struct mc_sleeper sleeper) {
  if (before->operation->thread == sleeper.thread)
    return false;
  struct mc_operation copy;
  const struct mc_operation *other =
      mc_as_step(&search->execution, sleeper.operation, sleeper.alternative, &copy);
  return !mc_are_dependent(before->operation, other) ||
         (search->config.sleep_sets == MC_SLEEP_CONDITIONAL &&
          !((before->operation->flags | other->flags) & (MC_ATOMIC | MC_ELSEWHERE)) &&
          !mc_is_interrupt(before->operation) && !mc_is_interrupt(other) &&
          !(search->config.races && exchange_messages(before->operation, other)) &&
          commute(&search->execution, model, before, other));
}

bool mc_sleep(struct mc_search *search, const struct mc_model *model, struct mc_point *point) {
  struct mc_tree *tree = search->tree;
  point->sleepers = 0;
  const uint32_t origin = mc_origin(tree, search->execution.depth);
  if (search->config.sleep_sets == MC_SLEEP_NONE || origin == 0)
    return true;
  const struct mc_point *before = mc_point_at(tree, origin - 1);
  const struct mc_frame *last = mc_frame_at(&search->execution, origin - 1);
  if (!mc_tree_reserve(tree, search->arena, &point->sleeper, &point->sleeper_capacity,
                       before->sleepers + before->choices, sizeof(struct mc_sleeper), 0))
    return false;
  const struct mc_sleeper *sleeper = mc_sleepers_of(tree, before);
  for (uint32_t i = 0; i < before->sleepers; i++)
    if (stays_asleep(search, model, last, sleeper[i]))
      put_to_sleep(tree, point, sleeper[i]);
  const struct mc_choice *choice = mc_choices_of(tree, before);
  for (uint32_t i = 0; i < before->choices; i++) {
    const struct mc_sleeper explored = {choice[i].operation, choice[i].thread,
                                        choice[i].alternative, choice[i].fatal};
    if (choice[i].done && !before->lost && stays_asleep(search, model, last, explored))
      put_to_sleep(tree, point, explored);
  }
  return true;
}

bool mc_is_explored(const struct mc_tree *tree, const struct mc_point *point,
                    const struct mc_operation *step) {
  const struct mc_sleeper *sleeper = mc_sleepers_of(tree, point);
  for (uint32_t i = 0; i < point->sleepers; i++)
    if (sleeper[i].thread == step->thread && sleeper[i].alternative == step->alternative)
      return true;
  const struct mc_choice *choice = mc_find_choice(tree, point, step->thread, step->alternative);
  return choice && choice->done;
}

bool mc_is_weak_initial(const struct mc_operation *step, const struct mc_sequence *v,
                        uint32_t *place) {
  for (*place = 0; *place < v->length; ++*place) {
    const struct mc_operation *other = v->step[*place];
    if (other->thread == step->thread)
      return other->alternative == step->alternative;
    if (mc_are_dependent(other, step))
      return false;
  }
  return true;
}

/// A fatal step covers nothing that does not begin with it: it left nothing to explore.
static bool covers(const struct mc_operation *step, bool fatal, const struct mc_sequence *v,
                   bool *prefix_covered) {
  uint32_t place;
  if (!mc_is_weak_initial(step, v, &place) || (fatal && place == v->length))
    return false;
  *prefix_covered |= place < v->mandatory;
  return true;
}

bool mc_covered_by_sleep(const struct mc_search *search, const struct mc_point *point,
                         const struct mc_sequence *v, bool *prefix_covered) {
  const struct mc_sleeper *sleeper = mc_sleepers_of(search->tree, point);
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  const struct mc_execution *x = &search->execution;
  struct mc_operation copy;
  bool covered = false;
  for (uint32_t i = 0; i < point->sleepers && !*prefix_covered; i++)
    covered |= covers(mc_as_step(x, sleeper[i].operation, sleeper[i].alternative, &copy),
                      sleeper[i].fatal, v, prefix_covered);
  for (uint32_t i = 0; i < point->choices && !*prefix_covered; i++)
    if (choice[i].done)
      covered |= covers(mc_as_step(x, choice[i].operation, choice[i].alternative, &copy),
                        choice[i].fatal, v, prefix_covered);
  return covered;
}
