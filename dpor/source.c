// dpor/source.c - dynamic partial order reduction with source sets.
//
// Source:  Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic
// Partial
//          Order Reduction", JACM 2017: Algorithm 1.
// Differs: - The races and what reverses them are those of reversal.c, found at the end of every
//            trace, also of one that is sleep-set blocked.
//          - Only an initial that is in the sequence counts as covering it.
#include "internal.h"

/// True if the step is the first of its thread in `v` and nothing before it there is dependent.
static bool is_initial(const struct mc_operation *step, const struct mc_sequence *v,
                       bool *prefix_covered) {
  uint32_t place;
  if (!mc_is_weak_initial(step, v, &place) || place == v->length)
    return false;
  *prefix_covered |= place < v->mandatory;
  return true;
}

static bool is_covered(const struct mc_search *search, const struct mc_point *point,
                       const struct mc_sequence *v, bool *prefix_covered) {
  const struct mc_sleeper *sleeper = mc_sleepers_of(search->tree, point);
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  const struct mc_execution *x = &search->execution;
  struct mc_operation copy;
  bool covered = false;
  for (uint32_t i = 0; i < point->sleepers && !*prefix_covered; i++)
    covered |= is_initial(mc_as_step(x, sleeper[i].operation, sleeper[i].alternative, &copy), v,
                          prefix_covered);
  for (uint32_t i = 0; i < point->choices && !*prefix_covered; i++)
    if (choice[i].wanted || choice[i].done)
      covered |= is_initial(mc_as_step(x, choice[i].operation, choice[i].alternative, &copy), v,
                            prefix_covered);
  return covered;
}

void mc_source_reverse(struct mc_search *search, uint32_t i, const struct mc_sequence *v,
                       bool *prefix_covered) {
  struct mc_point *point = mc_point_at(search->tree, i);
  *prefix_covered = false;
  if (is_covered(search, point, v, prefix_covered))
    return;
  struct mc_choice *choice =
      mc_find_choice(search->tree, point, v->step[0]->thread, v->step[0]->alternative);
  *prefix_covered = true;
  if (choice)
    choice->wanted = true;
  else
    mc_lose(search->tree, point);
}
