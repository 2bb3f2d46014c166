// dpor/hand_over.c - the wakeup trees of `optimal` have become too large: `pop` explores the rest.
//
// Why:  what a point still owes are the executions that begin with no step that is asleep or
//       explored there. `pop` has all of these from one item, the *root*, in which those steps
//       sleep. Of the sequences that the point owes it needs but one.
// How:  the tree stays, and `optimal` goes back in it as before. Where it finds a sequence that is
//       owed, the root's first execution follows it: that wakes all that sleeps. The rest of what
//       the point owes is forgotten.
// And:  points before the root to which nothing is owed yet may be owed something by an execution
//       of `pop`. They are asked as by `optimal` (reversal.c), until one sequence is known.
// Cost: an execution of the root's that ends with nothing awake but such sleepers is blocked. Say
//       that it is u, and p one of them: then one with p and u was explored before. So there are at
//       most as many as were explored from the root's point.
#include "pop.h"

/// `pop` could not go on where reversals are not known, or steps have failed.
static bool is_due(const struct mc_search *search) {
  const struct mc_tree *tree = search->tree;
  return search->config.algorithm == MC_OPTIMAL && search->config.most_tree_bytes &&
         mc_wakeup_bytes(tree) > search->config.most_tree_bytes && !tree->counts.unknown &&
         !tree->has_failed && search->config.sleep_sets == MC_SLEEP_PLAIN && !search->config.root;
}

/// What the point owes, it owes by way of this one sequence.
static mc_piece take_guide(struct mc_search *search, struct mc_point *point) {
  const mc_piece node = point->node, owed = point->owed;
  point->owed = point->node = 0;
  if (point->is_closed) {
    point->is_closed = false;
    return owed;
  }
  mc_wakeup_free_all(search->tree, search->arena, owed);
  if (!node)
    return 0;
  const mc_piece guide = mc_wakeup_at(search->tree, node)->child;
  mc_wakeup_free(search->tree, search->arena, node);
  return guide;
}

bool mc_hand_over(struct mc_search *search) {
  struct mc_tree *tree = search->tree;
  if (tree->done || (!search->pop && !is_due(search)))
    return true;
  if (!search->pop && !(mc_pop_new(search) && mc_pop_make_wakers(search)))
    return false;
  if (!tree->counts.before_pop)
    tree->counts.before_pop = mc_traces_of(&tree->counts);
  search->root_of_pop = tree->kept - 1;
  search->pop->guide = take_guide(search, mc_point_at(tree, search->root_of_pop));
  return mc_pop_begin_root(search);
}
