// dpor/tree.h - the tree of a search: what is known and what is owed, from one trace to the next.
//
// Point d is the state after the first d steps: what may run there and what of it is explored,
// asleep or to be explored; below points hang the sequences of the wakeup tree. The points of the
// prefix, which the next trace repeats, are all that is kept of a trace; those of depths that were
// left are used again, with all their storage, so that the arena grows only with the deepest trace
// and its widest states.
//
// The tree can be written to a file as bytes and read by another process (mc_search_resume). So its
// pieces are known by how far behind it they lie, and operations by when in the trace they became
// pending, which is the same each time. Its only pointers are those of `primitive`.
#ifndef MC_DPOR_TREE_H
#define MC_DPOR_TREE_H

#include "dependence.h"
#include "search.h"

#include <string.h>

/// A piece of the arena: how far behind the tree it lies, in units of 16 bytes. 0: none.
typedef uint32_t mc_piece;

/// A step that may run at a point.
struct mc_choice {
  uint32_t operation; ///< by mc_declared of the execution
  mc_thread thread;
  mc_alternative alternative;
  bool asleep; ///< in the sleep set with which the state was reached
  bool done;   ///< explored from this state
  bool wanted; ///< to be explored from here: the backtrack set of `source`
  bool fatal;  ///< it ended the trace: what could have come after it is not explored
};

/// A step in a sleep set.
struct mc_sleeper {
  uint32_t operation; ///< by mc_declared of the execution
  mc_thread thread;
  mc_alternative alternative;
  bool fatal;
};

/// What a local step needs is on the first of two cache lines.
struct mc_point {
  mc_piece choice; ///< [choices] by thread, then alternative: mc_choices_of
  uint32_t choices, choice_capacity;
  uint32_t exits;   ///< so many process exits come behind the choices: see mc_take_exits
  mc_piece sleeper; ///< [sleepers] mc_sleepers_of
  uint32_t sleepers, sleeper_capacity;
  bool all : 1;       ///< explore every choice
  bool lost : 1;      ///< a sequence from here is not known: no explored choice goes to sleep
  bool covered : 1;   ///< the races of its step with those before it need no second look
  bool is_local : 1;  ///< its step is local: nothing else is explored from here
  bool is_closed : 1; ///< its step is local, and what it owes is owed behind that
  uint8_t objects;    ///< of the operation of its step; its first object and its kind
  uint16_t kind;
  mc_object object;
  mc_thread running; ///< leaving it is a preemption; MC_NO_THREAD: nothing is
  uint32_t origin;   ///< if is_local, one more than the last point before it that is not; or 0
  uint32_t current;  ///< the step that the trace takes here: index into `choice`
  mc_piece node;     ///< of the wakeup tree, by which that was chosen; or 0
  mc_piece owed;     ///< the first of the sequences to explore from here after the current step
  uint32_t first;    ///< `dfs`: the first one that was, or would have been
  uint32_t spent;    ///< preemptions or delays among the steps before
  mc_thread turn;    ///< where delays are bounded: the others come in order from this one on
  _Alignas(MC_CACHE_LINE)
      mc_thread_set ordinary; ///< threads that can run, neither at a busy wait nor at process exit;
                              ///< not set where it is local: mc_ordinary_of
  mc_thread_set allowed;      ///< threads of `choice`: what the filters leave
  mc_thread_set backtrack;    ///< threads to explore from here (Flanagan, Godefroid)
};

/// An operation, as it was in some trace.
struct mc_kept_operation {
  mc_thread thread;
  mc_alternative alternative;
  uint16_t primitive; ///< index
  uint16_t kind, flags;
  uint8_t objects, signals;
  bool handled_waiting;
  mc_object object[MC_MOST_PLACES];
  uint64_t argument[MC_MAX_ARGUMENTS];
};

/// A step that nodes of wakeup trees stand for: kept once, as sequences have the same few steps.
struct mc_wakeup_step {
  struct mc_kept_operation operation; ///< as in the trace that the first sequence came from
  uint32_t nodes;                     ///< that stand for it
  mc_piece next;                      ///< in its slot
};

/// A step of a sequence that is to be explored.
struct mc_wakeup {
  mc_piece child; ///< the first of its successors, in the order of exploration
  mc_piece next;  ///< the next successor of its own predecessor
  mc_piece step;  ///< see mc_wakeup_step
  mc_thread thread;
  mc_alternative alternative;
};

/// An operation that some trace has had pending: see local.c.
struct mc_object_use {
  struct mc_kept_operation operation;
  mc_piece next[MC_MOST_PLACES]; ///< the use before it of each of its objects
  bool is_simple;                ///< it could be local
  bool races;                    ///< it can race
  bool was_local;                ///< it was taken for local
};

/// What a thread has done in some trace, up to an operation that became pending then.
struct mc_history {
  mc_piece use;               ///< that operation
  mc_piece later;             ///< the first of those that became pending right behind it
  mc_piece next;              ///< the next one that became pending behind the same
  mc_alternative alternative; ///< of what it became pending behind
  uint16_t result;            ///< of that, if it is its thread's own: mc_short_result
};
_Static_assert(sizeof(struct mc_history) == 16, "a piece");
/// Two results may have the same one.
static inline uint16_t mc_short_result(uint64_t result) {
  return (uint16_t)(result * 0x9e3779b97f4a7c15u >> 48);
}

/// An object as all traces have used it.
struct mc_known_object {
  mc_thread_set users;   ///< threads that have had an operation on it
  bool has_alternatives; ///< of some operation on it
  mc_piece uses;         ///< the last that was met: struct mc_object_use
  uint32_t use_count;
  uint32_t most;    ///< operations that became pending on it in one trace
  bool is_observed; ///< its state is that of memory, which may change beside the steps
  uint64_t racing; ///< kinds of operation that can race on it: see local.c
};

struct mc_tree {
  struct mc_search_counts counts;
  uint32_t kept;   ///< points of the prefix; the last of them has a new step to take
  bool done;       ///< nothing is owed
  bool has_failed; ///< some step has
  mc_piece chunk;  ///< points in chunks, so that they stay where they are
  uint32_t chunks, chunk_capacity;
  mc_piece object; ///< [objects] struct mc_known_object
  uint32_t objects, object_capacity;
  mc_piece free_nodes;   ///< of wakeup trees, by `next`
  mc_piece new_nodes;    ///< [new_node_count] that no tree has had yet
  uint32_t new_node_count;
  uint64_t wakeup_nodes; ///< in trees
  mc_piece step_slot;    ///< [step_slots] by hash: the first struct mc_wakeup_step of each
  uint32_t step_slots, steps;
  mc_piece free_steps;   ///< by `next`
  mc_piece use_slot;     ///< [use_slots] of hash values: struct mc_object_use
  uint32_t use_slots, uses;
  uint64_t racing[MC_RACING_PRIMITIVES]; ///< by primitive: kinds that can race on some object
  bool is_outdated;                      ///< what was taken for local can race
  mc_piece history;                      ///< of the operations that traces begin with: by `next`
  mc_piece new_histories;                ///< [new_history_count] that are not used yet
  uint32_t histories, new_history_count;
  bool has_unknown_histories; ///< some are missing: there are too many
  mc_piece primitive;    ///< [primitives] pointers: another process puts its own there
  uint32_t primitives, primitive_capacity;
};

static inline void *mc_piece_at(const struct mc_tree *tree, mc_piece piece) {
  return (char *)tree + ((size_t)piece << 4);
}

/// NULL: arena full.
struct mc_tree *mc_tree_new(struct mc_arena *arena);
/// NULL: arena full, or too far behind the tree.
void *mc_tree_take(struct mc_tree *tree, struct mc_arena *arena, size_t bytes, mc_piece *piece);
/// The same as mc_reserve, for an array of the tree.
bool mc_tree_reserve_more(struct mc_tree *tree, struct mc_arena *arena, mc_piece *array,
                          uint32_t *capacity, uint32_t count, size_t size, uint32_t keep);
static inline bool mc_tree_reserve(struct mc_tree *tree, struct mc_arena *arena, mc_piece *array,
                                   uint32_t *capacity, uint32_t count, size_t size, uint32_t keep) {
  return count <= *capacity ||
         mc_tree_reserve_more(tree, arena, array, capacity, count, size, keep);
}

//===- Points ---------------------------------------------------------------------------------===//

enum { MC_POINTS_IN_CHUNK = 64 };

static inline struct mc_point *mc_point_at(const struct mc_tree *tree, uint32_t depth) {
  const mc_piece *chunk = mc_piece_at(tree, tree->chunk);
  struct mc_point *points = mc_piece_at(tree, chunk[depth / MC_POINTS_IN_CHUNK]);
  return &points[depth % MC_POINTS_IN_CHUNK];
}
/// One more than the last point before this depth that is not local; 0: there is none.
static inline uint32_t mc_origin(const struct mc_tree *tree, uint32_t depth) {
  const struct mc_point *before = depth ? mc_point_at(tree, depth - 1) : NULL;
  return before && before->is_local ? before->origin : depth;
}
/// Makes room for the point. false: arena full.
bool mc_point_make_chunk(struct mc_tree *tree, struct mc_arena *arena);
static inline bool mc_point_make(struct mc_tree *tree, struct mc_arena *arena, uint32_t depth) {
  return depth / MC_POINTS_IN_CHUNK < tree->chunks || mc_point_make_chunk(tree, arena);
}

static inline struct mc_choice *mc_choices_of(const struct mc_tree *tree,
                                              const struct mc_point *point) {
  return mc_piece_at(tree, point->choice);
}
static inline struct mc_sleeper *mc_sleepers_of(const struct mc_tree *tree,
                                                const struct mc_point *point) {
  return mc_piece_at(tree, point->sleeper);
}
static inline struct mc_choice *mc_current(const struct mc_tree *tree,
                                           const struct mc_point *point) {
  return &mc_choices_of(tree, point)[point->current];
}
static inline mc_thread_set mc_ordinary_of(const struct mc_tree *tree,
                                           const struct mc_point *point) {
  if (!point->is_local)
    return point->ordinary;
  mc_thread_set own = {0};
  mc_set_add(&own, mc_current(tree, point)->thread);
  return own;
}
/// The choice that is this step, or NULL.
struct mc_choice *mc_find_choice(const struct mc_tree *tree, const struct mc_point *point,
                                 mc_thread thread, mc_alternative alternative);
/// A sequence that the point should explore cannot be told or followed: explores everything.
void mc_lose(struct mc_tree *tree, struct mc_point *point);

//===- Objects --------------------------------------------------------------------------------===//

static inline struct mc_known_object *mc_known_object(const struct mc_tree *tree,
                                                      mc_object object) {
  return (struct mc_known_object *)mc_piece_at(tree, tree->object) + object;
}
/// Makes room for the object. false: arena full.
bool mc_know_objects(struct mc_tree *tree, struct mc_arena *arena, mc_object object);
static inline bool mc_know_object(struct mc_tree *tree, struct mc_arena *arena, mc_object object) {
  return object < tree->objects || mc_know_objects(tree, arena, object);
}

//===- Operations -----------------------------------------------------------------------------===//

static inline const struct mc_primitive **mc_primitives_of(const struct mc_tree *tree) {
  return mc_piece_at(tree, tree->primitive);
}
/// false: arena full.
bool mc_keep_operation(struct mc_tree *tree, struct mc_arena *arena,
                       const struct mc_operation *operation, struct mc_kept_operation *kept);
static inline struct mc_operation mc_kept(const struct mc_tree *tree,
                                          const struct mc_kept_operation *kept) {
  struct mc_operation operation;
  operation.primitive = mc_primitives_of(tree)[kept->primitive];
  operation.thread = kept->thread;
  operation.kind = kept->kind;
  operation.alternative = kept->alternative;
  operation.flags = kept->flags;
  operation.objects = kept->objects;
  operation.signals = kept->signals & 31;
  operation.handled_waiting = kept->handled_waiting;
  memcpy(operation.object, kept->object, sizeof operation.object);
  memcpy(operation.argument, kept->argument, sizeof operation.argument);
  return operation;
}

/// A new one; NULL: arena full. It needs mc_arena_write before it is written again.
struct mc_history *mc_history_new(struct mc_tree *tree, struct mc_arena *arena, mc_piece *piece);
static inline struct mc_history *mc_history_at(const struct mc_tree *tree, mc_piece piece) {
  return mc_piece_at(tree, piece);
}

/// Both are the same kind of operation on the same objects.
bool mc_is_kept(const struct mc_tree *tree, const struct mc_kept_operation *kept,
                const struct mc_operation *operation);

//===- Wakeup trees ---------------------------------------------------------------------------===//

/// To read. One that is to be written needs mc_arena_write before.
static inline struct mc_wakeup *mc_wakeup_at(const struct mc_tree *tree, mc_piece node) {
  return mc_piece_at(tree, node);
}
static inline const struct mc_kept_operation *mc_wakeup_step(const struct mc_tree *tree,
                                                             const struct mc_wakeup *node) {
  const struct mc_wakeup_step *step = mc_piece_at(tree, node->step);
  return &step->operation;
}
/// A node without successors; 0: arena full.
mc_piece mc_wakeup_new(struct mc_tree *tree, struct mc_arena *arena,
                       const struct mc_operation *step);
/// The node, which is in no tree any more, may be used again.
void mc_wakeup_free(struct mc_tree *tree, struct mc_arena *arena, mc_piece node);
/// Frees the node, those that come after it, and all their successors.
void mc_wakeup_free_all(struct mc_tree *tree, struct mc_arena *arena, mc_piece node);
/// What all trees have now.
static inline uint64_t mc_wakeup_bytes(const struct mc_tree *tree) {
  return tree->wakeup_nodes * sizeof(struct mc_wakeup) +
         tree->steps * sizeof(struct mc_wakeup_step);
}

#endif // MC_DPOR_TREE_H
