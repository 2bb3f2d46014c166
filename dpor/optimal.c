// dpor/optimal.c - optimal dynamic partial order reduction with wakeup trees.
//
// Source:  Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic
// Partial
//          Order Reduction", JACM 2017: Algorithm 2, insertion into wakeup trees Definition 6.2.
// Differs: - The races and what reverses them are those of reversal.c.
//          - A node is a step with an alternative.
//          - The tree of a point holds the branches after the one that is being explored.
//          - Where a sequence cannot be followed, as the program is not what the search was told (a
//            value changed by invisible code), all is explored from where it was to branch off.
#include "internal.h"

const struct mc_choice *mc_choice_of_node(const struct mc_search *search,
                                          const struct mc_point *point,
                                          const struct mc_wakeup *node) {
  const struct mc_choice *choice =
      mc_find_choice(search->tree, point, node->thread, node->alternative);
  return choice && mc_is_kept(search->tree, mc_wakeup_step(search->tree, node),
                              mc_declared(&search->execution, choice->operation))
             ? choice
             : NULL;
}

/// The sequence that leads to the point and on cannot be followed: see to it that nothing is lost.
static void explore_all(struct mc_tree *tree, uint32_t depth) {
  for (;;) {
    mc_lose(tree, mc_point_at(tree, depth));
    const uint32_t origin = mc_origin(tree, depth);
    if (origin == 0)
      return;
    depth = origin - 1;
    if (!mc_point_at(tree, depth)->node && !mc_point_at(tree, depth)->is_closed)
      return;
  }
}

/// Takes the first branch off what the point owes that can be followed.
static const struct mc_choice *take_branch(struct mc_search *search, struct mc_point *point,
                                           uint32_t depth) {
  while (point->owed) {
    const struct mc_wakeup *node = mc_wakeup_at(search->tree, point->owed);
    const struct mc_choice *choice = mc_choice_of_node(search, point, node);
    point->node = point->owed;
    point->owed = node->next;
    if (choice)
      return choice;
    explore_all(search->tree, depth); // the nodes stay: the trace may be given up, and run again
  }
  point->node = 0;
  return NULL;
}

/// What is owed at the current state, which is new, by what the trace follows; 0: nothing.
static mc_piece owed_from(const struct mc_search *search, const struct mc_point *origin) {
  if (origin->is_closed)
    return origin->owed;
  return origin->node ? mc_wakeup_at(search->tree, origin->node)->child : 0;
}

const struct mc_choice *mc_optimal_first(struct mc_search *search, struct mc_point *point) {
  const uint32_t depth = search->execution.depth;
  const struct mc_point *origin = mc_origin_of_state(search);
  if (origin)
    point->owed = owed_from(search, origin);
  const struct mc_choice *choice = take_branch(search, point, depth);
  return choice ? choice : mc_first_choice(search, point);
}

/// A choice that is local: the first trace takes these like all others. Or NULL.
static const struct mc_choice *local_choice(const struct mc_search *search,
                                            const struct mc_point *point) {
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (const struct mc_choice *end = choice + point->choices; choice < end; choice++)
    if (mc_declared(&search->execution, choice->operation)->is_local)
      return choice;
  return NULL;
}

const struct mc_choice *mc_optimal_next(struct mc_search *search, struct mc_point *point,
                                        uint32_t depth) {
  if (point->node)
    mc_wakeup_free(search->tree, search->arena, point->node);
  point->node = 0;
  if (point->is_closed)
    point->owed = 0;
  point->is_closed = false;
  const struct mc_choice *local = point->owed && !point->all ? local_choice(search, point) : NULL;
  point->is_closed = local;
  return local ? local : take_branch(search, point, depth);
}

void mc_optimal_forget(struct mc_search *search) {
  struct mc_point *origin = mc_origin_of_state(search);
  const mc_piece owed = origin ? owed_from(search, origin) : 0;
  if (!owed)
    return;
  mc_wakeup_free_all(search->tree, search->arena, owed);
  if (origin->is_closed) {
    origin->owed = 0;
    return;
  }
  struct mc_wakeup *node = mc_wakeup_at(search->tree, origin->node);
  mc_arena_write(search->arena, node);
  node->child = 0;
}

/// Definition 6.2, for `v` that no step in the tree's sleep set is a weak initial of.
static bool insert(struct mc_search *search, mc_piece *at, struct mc_sequence *v,
                   bool *prefix_covered) {
  *prefix_covered = true;
  while (*at) {
    struct mc_wakeup *node = mc_wakeup_at(search->tree, *at);
    const struct mc_operation step = mc_kept(search->tree, mc_wakeup_step(search->tree, node));
    uint32_t place;
    const bool is_weak_initial = mc_is_weak_initial(&step, v, &place);
    // A branch that is independent of the mandatory prefix takes executions away that begin with
    // it.
    *prefix_covered &= v->mandatory == 0 || place < v->mandatory;
    if (!is_weak_initial) {
      at = &node->next;
      continue;
    }
    v->mandatory -= place < v->mandatory;
    if (place < v->length) {
      v->length--;
      for (uint32_t k = place; k < v->length; k++)
        v->step[k] = v->step[k + 1];
    }
    if (v->length == 0 || !node->child)
      return true;
    at = &node->child;
  }
  for (uint32_t k = 0; k < v->length; k++) {
    const mc_piece node = mc_wakeup_new(search->tree, search->arena, v->step[k]);
    if (!node)
      return false;
    mc_arena_write(search->arena, at);
    *at = node;
    at = &mc_wakeup_at(search->tree, *at)->child;
  }
  return true;
}

bool mc_optimal_reverse(struct mc_search *search, uint32_t i, struct mc_sequence *v,
                        bool *prefix_covered) {
  struct mc_point *point = mc_point_at(search->tree, i);
  *prefix_covered = false;
  return mc_covered_by_sleep(search, point, v, prefix_covered) ||
         insert(search, &point->owed, v, prefix_covered);
}
