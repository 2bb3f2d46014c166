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

static void free_trees(struct mc_tree *tree, mc_piece node) {
  while (node) {
    const mc_piece next = mc_wakeup_at(tree, node)->next;
    free_trees(tree, mc_wakeup_at(tree, node)->child);
    mc_wakeup_free(tree, node);
    node = next;
  }
}

/// The choice that takes the node's step, or NULL.
static const struct mc_choice *choice_of(const struct mc_search *search,
                                         const struct mc_point *point,
                                         const struct mc_wakeup *node) {
  const struct mc_choice *choice =
      mc_find_choice(search->tree, point, node->step.thread, node->step.alternative);
  return choice && mc_is_kept(search->tree, &node->step,
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
    const struct mc_choice *choice = choice_of(search, point, node);
    point->node = point->owed;
    point->owed = node->next;
    if (choice)
      return choice;
    explore_all(search->tree, depth); // the nodes stay: the trace may be given up, and run again
  }
  point->node = 0;
  return NULL;
}

/// The sequences that lead on from the current state, which is new; 0: none.
static mc_piece handed_on(const struct mc_search *search) {
  const struct mc_point *origin = mc_origin_of_state(search);
  if (!origin)
    return 0;
  return origin->is_closed ? origin->owed
         : origin->node    ? mc_wakeup_at(search->tree, origin->node)->child
                           : 0;
}

bool mc_optimal_goes_local(struct mc_search *search, const struct mc_model *model,
                           struct mc_step *step) {
  const struct mc_execution *x = &search->execution;
  const mc_piece node = handed_on(search);
  mc_thread below = 0;
  if (!node) {
    mc_thread_set others = mc_set_difference(x->pending, x->local);
    below = mc_set_take(&others);
  } else if (mc_set_has(&x->local, mc_wakeup_at(search->tree, node)->step.thread)) {
    below = MC_NO_THREAD;
  }
  return mc_local_step(search, model, below, step);
}

const struct mc_choice *mc_optimal_first(struct mc_search *search, struct mc_point *point) {
  const uint32_t depth = search->execution.depth;
  const struct mc_choice *local = mc_local_choice(search->tree, point);
  point->owed = handed_on(search);
  if (point->owed && local && !choice_of(search, point, mc_wakeup_at(search->tree, point->owed)))
    return local;
  const struct mc_choice *choice = take_branch(search, point, depth);
  return choice ? choice : mc_first_choice(search, point);
}

const struct mc_choice *mc_optimal_next(struct mc_search *search, struct mc_point *point,
                                        uint32_t depth) {
  struct mc_choice *local = mc_local_choice(search->tree, point);
  if (point->node)
    mc_wakeup_free(search->tree, point->node);
  point->node = 0;
  if (point->is_closed)
    return NULL;
  if (!point->owed || point->all || !local)
    return take_branch(search, point, depth);
  point->is_closed = true;
  return local;
}

void mc_optimal_forget(struct mc_search *search) {
  const struct mc_point *origin = mc_origin_of_state(search);
  if (!origin || !origin->node)
    return;
  struct mc_wakeup *node = mc_wakeup_at(search->tree, origin->node);
  free_trees(search->tree, node->child);
  node->child = 0;
}

/// Definition 6.2, for `v` that no step in the tree's sleep set is a weak initial of.
static bool insert(struct mc_search *search, mc_piece *at, struct mc_sequence *v,
                   bool *prefix_covered) {
  *prefix_covered = true;
  while (*at) {
    struct mc_wakeup *node = mc_wakeup_at(search->tree, *at);
    const struct mc_operation step = mc_kept(search->tree, &node->step);
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
    if (!(*at = mc_wakeup_new(search->tree, search->arena, v->step[k])))
      return false;
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
