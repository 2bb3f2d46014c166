// dpor/optimal.c - optimal dynamic partial order reduction with wakeup trees.
//
// Source:  Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic
// Partial
//          Order Reduction", JACM 2017: Algorithm 2, insertion into wakeup trees Definition 6.2.
// Differs: - The races and what reverses them are those of reversal.c.
//          - A node is a step with an alternative.
//          - The tree of a frame holds the branches after the one that is being explored.
//          - Where a sequence cannot be followed, as the program is not what the search was told (a
//            value changed by invisible code), all is explored from where it was to branch off.
#include "internal.h"

struct mc_wakeup {
  struct mc_operation step; ///< its objects and alternative; the rest as in the trace it came from
  struct mc_wakeup *child;  ///< the first of its successors, in the order of exploration
  struct mc_wakeup *next;   ///< the next successor of its own predecessor
};

static struct mc_wakeup *new_node(struct mc_search *search, const struct mc_operation *step) {
  struct mc_wakeup *node = search->free_nodes;
  if (node)
    search->free_nodes = node->next;
  else if (!(node = mc_arena_take(search->arena, sizeof *node)))
    return NULL;
  *node = (struct mc_wakeup){.step = *step};
  const uint64_t bytes = ++search->wakeup_nodes * sizeof *node;
  if (bytes > search->counts.wakeup_bytes)
    search->counts.wakeup_bytes = bytes;
  return node;
}

static void free_node(struct mc_search *search, struct mc_wakeup *node) {
  node->next = search->free_nodes;
  search->free_nodes = node;
  search->wakeup_nodes--;
}

static void free_trees(struct mc_search *search, struct mc_wakeup *node) {
  while (node) {
    struct mc_wakeup *next = node->next;
    free_trees(search, node->child);
    free_node(search, node);
    node = next;
  }
}

/// The choice that takes the node's step, or NULL.
static const struct mc_choice *choice_of(const struct mc_frame *frame,
                                         const struct mc_wakeup *node) {
  for (uint32_t i = 0; i < frame->choices; i++) {
    const struct mc_choice *choice = &frame->choice[i];
    if (choice->thread == node->step.thread && choice->alternative == node->step.alternative)
      return mc_same_operation(choice->operation, &node->step) ? choice : NULL;
  }
  return NULL;
}

/// The sequence that leads to `frame` and on cannot be followed: see to it that nothing is lost.
static void explore_all(struct mc_search *search, uint32_t depth) {
  for (uint32_t i = depth;; i--) {
    struct mc_frame *frame = mc_frame_at(search, i);
    mc_lose(search, frame);
    if (i == 0 || !mc_frame_at(search, i - 1)->node)
      return;
  }
}

/// Takes the first branch off the frame's tree that can be followed.
static const struct mc_choice *take_branch(struct mc_search *search, struct mc_frame *frame,
                                           uint32_t depth) {
  while (frame->tree) {
    struct mc_wakeup *node = frame->tree;
    const struct mc_choice *choice = choice_of(frame, node);
    frame->tree = node->next;
    frame->node = node;
    if (choice)
      return choice;
    explore_all(search, depth); // the nodes stay: the trace may be given up, and run again
  }
  frame->node = NULL;
  return NULL;
}

const struct mc_choice *mc_optimal_first(struct mc_search *search, struct mc_frame *frame) {
  if (search->depth > 0 && mc_frame_at(search, search->depth - 1)->node)
    frame->tree = mc_frame_at(search, search->depth - 1)->node->child;
  const struct mc_choice *choice = take_branch(search, frame, search->depth);
  return choice ? choice : mc_first_choice(search, frame);
}

const struct mc_choice *mc_optimal_next(struct mc_search *search, struct mc_frame *frame,
                                        uint32_t depth) {
  if (frame->node)
    free_node(search, frame->node);
  return take_branch(search, frame, depth);
}

void mc_optimal_forget(struct mc_search *search) {
  if (search->depth == 0 || !mc_frame_at(search, search->depth - 1)->node)
    return;
  struct mc_wakeup *node = mc_frame_at(search, search->depth - 1)->node;
  free_trees(search, node->child);
  node->child = NULL;
}

/// Definition 6.2, for `v` that no step in the tree's sleep set is a weak initial of.
static bool insert(struct mc_search *search, struct mc_wakeup **tree, struct mc_sequence *v,
                   bool *settled) {
  struct mc_wakeup **at = tree;
  *settled = true;
  while (*at) {
    uint32_t place;
    const bool is_weak_initial = mc_is_weak_initial(&(*at)->step, v, &place);
    // A branch that is independent of all steps due takes executions away that begin with them.
    *settled &= v->due == 0 || place < v->due;
    if (!is_weak_initial) {
      at = &(*at)->next;
      continue;
    }
    v->due -= place < v->due;
    if (place < v->length) {
      v->length--;
      for (uint32_t k = place; k < v->length; k++)
        v->step[k] = v->step[k + 1];
    }
    if (v->length == 0 || !(*at)->child)
      return true;
    at = &(*at)->child;
  }
  for (uint32_t k = 0; k < v->length; k++) {
    if (!(*at = new_node(search, v->step[k])))
      return false;
    at = &(*at)->child;
  }
  return true;
}

bool mc_optimal_reverse(struct mc_search *search, uint32_t i, struct mc_sequence *v,
                        bool *settled) {
  struct mc_frame *frame = mc_frame_at(search, i);
  *settled = false;
  return mc_covered_by_sleep(frame, v, settled) || insert(search, &frame->tree, v, settled);
}
