// dpor/tree.c - storage of the tree; see tree.h.
#include "tree.h"

#include <string.h>

struct mc_tree *mc_tree_new(struct mc_arena *arena) {
  return mc_arena_take(arena, sizeof(struct mc_tree));
}

/// NULL: arena full, or too far behind the tree.
static void *piece_of(const struct mc_tree *tree, char *memory, mc_piece *piece) {
  if (!memory || (size_t)(memory - (char *)tree) >> 4 > UINT32_MAX)
    return NULL;
  *piece = (mc_piece)((size_t)(memory - (char *)tree) >> 4);
  return memory;
}

void *mc_tree_take(struct mc_tree *tree, struct mc_arena *arena, size_t bytes, mc_piece *piece) {
  return piece_of(tree, mc_arena_take(arena, bytes), piece);
}

bool mc_tree_reserve_more(struct mc_tree *tree, struct mc_arena *arena, mc_piece *array,
                          uint32_t *capacity, uint32_t count, size_t size, uint32_t keep) {
  const void *old = mc_piece_at(tree, *array);
  const uint32_t grown = mc_grown(*capacity, count);
  void *memory = mc_tree_take(tree, arena, grown * size, array);
  if (!memory)
    return false;
  if (keep)
    memcpy(memory, old, keep * size);
  *capacity = grown;
  return true;
}

bool mc_point_make_chunk(struct mc_tree *tree, struct mc_arena *arena) {
  mc_piece chunk;
  if (!mc_tree_reserve(tree, arena, &tree->chunk, &tree->chunk_capacity, tree->chunks + 1,
                       sizeof chunk, tree->chunks) ||
      !piece_of(tree, mc_arena_take_lines(arena, MC_POINTS_IN_CHUNK * sizeof(struct mc_point)),
                &chunk))
    return false;
  ((mc_piece *)mc_piece_at(tree, tree->chunk))[tree->chunks++] = chunk;
  return true;
}

struct mc_choice *mc_find_choice(const struct mc_tree *tree, const struct mc_point *point,
                                 mc_thread thread, mc_alternative alternative) {
  struct mc_choice *choice = mc_choices_of(tree, point);
  for (uint32_t i = 0; i < point->choices; i++)
    if (choice[i].thread == thread && choice[i].alternative == alternative)
      return &choice[i];
  return NULL;
}

void mc_lose(struct mc_tree *tree, struct mc_point *point) {
  tree->counts.unknown += !point->lost;
  point->lost = point->all = true;
}

bool mc_know_objects(struct mc_tree *tree, struct mc_arena *arena, mc_object object) {
  if (!mc_tree_reserve(tree, arena, &tree->object, &tree->object_capacity, object + 1,
                       sizeof(struct mc_known_object), tree->objects))
    return false;
  for (; tree->objects <= object; tree->objects++)
    *mc_known_object(tree, tree->objects) = (struct mc_known_object){.has_alternatives = false};
  return true;
}

//===- Operations -----------------------------------------------------------------------------===//

/// false: arena full.
static bool know_primitive(struct mc_tree *tree, struct mc_arena *arena,
                           const struct mc_primitive *primitive, uint16_t *index) {
  for (*index = 0; *index < tree->primitives; ++*index)
    if (mc_primitives_of(tree)[*index] == primitive)
      return true;
  if (tree->primitives > UINT16_MAX ||
      !mc_tree_reserve(tree, arena, &tree->primitive, &tree->primitive_capacity,
                       tree->primitives + 1, sizeof primitive, tree->primitives))
    return false;
  mc_primitives_of(tree)[tree->primitives++] = primitive;
  return true;
}

bool mc_keep_operation(struct mc_tree *tree, struct mc_arena *arena,
                       const struct mc_operation *operation, struct mc_kept_operation *kept) {
  if (!know_primitive(tree, arena, operation->primitive, &kept->primitive))
    return false;
  kept->thread = operation->thread;
  kept->alternative = operation->alternative;
  kept->kind = operation->kind;
  kept->flags = operation->flags;
  kept->objects = operation->objects;
  kept->signals = operation->signals;
  kept->handled_waiting = operation->handled_waiting;
  memcpy(kept->object, operation->object, sizeof kept->object);
  memcpy(kept->argument, operation->argument, sizeof kept->argument);
  return true;
}

bool mc_is_kept(const struct mc_tree *tree, const struct mc_kept_operation *kept,
                const struct mc_operation *operation) {
  bool is = mc_primitives_of(tree)[kept->primitive] == operation->primitive &&
            kept->kind == operation->kind && kept->objects == operation->objects &&
            kept->signals == operation->signals;
  for (unsigned k = 0; is && k < kept->objects; k++)
    is = kept->object[k] == operation->object[k];
  return is;
}

//===- Wakeup trees ---------------------------------------------------------------------------===//

static struct mc_wakeup_step *step_at(const struct mc_tree *tree, mc_piece step) {
  return mc_piece_at(tree, step);
}

static mc_piece *slot_of(const struct mc_tree *tree, const struct mc_kept_operation *operation) {
  uint64_t word[sizeof *operation / sizeof(uint64_t)], hash = 0;
  memcpy(word, operation, sizeof word);
  for (unsigned i = 0; i < sizeof word / sizeof *word; i++)
    hash = ((hash << 29 | hash >> 35) ^ word[i]) * 0x9e3779b97f4a7c15ull;
  mc_piece *slots = mc_piece_at(tree, tree->step_slot);
  return &slots[hash >> 32 & (tree->step_slots - 1)];
}

/// false: arena full.
static bool make_slots(struct mc_tree *tree, struct mc_arena *arena) {
  const mc_piece *old = mc_piece_at(tree, tree->step_slot);
  const uint32_t old_slots = tree->step_slots;
  if (!mc_tree_reserve(tree, arena, &tree->step_slot, &tree->step_slots, 2 * tree->steps + 64,
                       sizeof *old, 0))
    return false;
  for (uint32_t i = 0; i < old_slots; i++)
    for (mc_piece at = old[i], next; at; at = next) {
      mc_piece *slot = slot_of(tree, &step_at(tree, at)->operation);
      next = step_at(tree, at)->next;
      step_at(tree, at)->next = *slot;
      *slot = at;
    }
  return true;
}

/// 0: arena full.
static mc_piece find_step(struct mc_tree *tree, struct mc_arena *arena,
                          const struct mc_operation *operation) {
  struct mc_kept_operation kept;
  memset(&kept, 0, sizeof kept); // what lies between its fields is hashed with them
  if (!mc_keep_operation(tree, arena, operation, &kept) ||
      (tree->steps == tree->step_slots && !make_slots(tree, arena)))
    return 0;
  mc_piece *slot = slot_of(tree, &kept), at = *slot;
  while (at && memcmp(&step_at(tree, at)->operation, &kept, sizeof kept))
    at = step_at(tree, at)->next;
  if (at)
    return at;
  at = tree->free_steps;
  if (at)
    tree->free_steps = step_at(tree, at)->next;
  else if (!mc_tree_take(tree, arena, sizeof(struct mc_wakeup_step), &at))
    return 0;
  *step_at(tree, at) = (struct mc_wakeup_step){.next = *slot};
  memcpy(&step_at(tree, at)->operation, &kept, sizeof kept);
  tree->steps++;
  return *slot = at;
}

static void leave_step(struct mc_tree *tree, mc_piece step) {
  if (--step_at(tree, step)->nodes)
    return;
  mc_piece *at = slot_of(tree, &step_at(tree, step)->operation);
  while (*at != step)
    at = &step_at(tree, *at)->next;
  *at = step_at(tree, step)->next;
  step_at(tree, step)->next = tree->free_steps;
  tree->free_steps = step;
  tree->steps--;
}

/// A node that is in no tree; 0: arena full.
static mc_piece take_node(struct mc_tree *tree, struct mc_arena *arena) {
  enum { NODES = 1024, PIECES = sizeof(struct mc_wakeup) / 16 };
  mc_piece node = tree->free_nodes;
  if (node) {
    tree->free_nodes = mc_wakeup_at(tree, node)->next;
    return node;
  }
  if (!tree->new_node_count) {
    if (!piece_of(tree, mc_arena_take_pages(arena, NODES * sizeof(struct mc_wakeup)),
                  &tree->new_nodes))
      return 0;
    tree->new_node_count = NODES;
  }
  node = tree->new_nodes;
  tree->new_nodes += PIECES;
  tree->new_node_count--;
  return node;
}

struct mc_history *mc_history_new(struct mc_tree *tree, struct mc_arena *arena, mc_piece *piece) {
  enum { HISTORIES = MC_ARENA_PAGE / sizeof(struct mc_history) };
  if (!tree->new_history_count) {
    if (!piece_of(tree, mc_arena_take_pages(arena, MC_ARENA_PAGE), &tree->new_histories))
      return NULL;
    tree->new_history_count = HISTORIES;
  }
  *piece = tree->new_histories;
  tree->new_histories += sizeof(struct mc_history) / 16;
  tree->new_history_count--;
  tree->histories++;
  mc_arena_write(arena, mc_history_at(tree, *piece));
  return mc_history_at(tree, *piece);
}

mc_piece mc_wakeup_new(struct mc_tree *tree, struct mc_arena *arena,
                       const struct mc_operation *step) {
  const mc_piece kept = find_step(tree, arena, step);
  const mc_piece piece = kept ? take_node(tree, arena) : 0;
  if (!piece)
    return 0;
  step_at(tree, kept)->nodes++;
  struct mc_wakeup *node = mc_wakeup_at(tree, piece);
  mc_arena_write(arena, node);
  *node =
      (struct mc_wakeup){.step = kept, .thread = step->thread, .alternative = step->alternative};
  tree->wakeup_nodes++;
  if (mc_wakeup_bytes(tree) > tree->counts.wakeup_bytes)
    tree->counts.wakeup_bytes = mc_wakeup_bytes(tree);
  return piece;
}

void mc_wakeup_free(struct mc_tree *tree, struct mc_arena *arena, mc_piece node) {
  mc_arena_write(arena, mc_wakeup_at(tree, node));
  leave_step(tree, mc_wakeup_at(tree, node)->step);
  mc_wakeup_at(tree, node)->next = tree->free_nodes;
  tree->free_nodes = node;
  tree->wakeup_nodes--;
}

void mc_wakeup_free_all(struct mc_tree *tree, struct mc_arena *arena, mc_piece node) {
  while (node) {
    const mc_piece next = mc_wakeup_at(tree, node)->next;
    mc_wakeup_free_all(tree, arena, mc_wakeup_at(tree, node)->child);
    mc_wakeup_free(tree, arena, node);
    node = next;
  }
}
