// dpor/tree.c - storage of the tree; see tree.h.
#include "tree.h"

#include <string.h>

struct mc_tree *mc_tree_new(struct mc_arena *arena) {
  return mc_arena_take(arena, sizeof(struct mc_tree));
}

void *mc_tree_take(struct mc_tree *tree, struct mc_arena *arena, size_t bytes, mc_piece *piece) {
  char *memory = mc_arena_take(arena, bytes);
  if (!memory || (size_t)(memory - (char *)tree) >> 4 > UINT32_MAX)
    return NULL;
  *piece = (mc_piece)((size_t)(memory - (char *)tree) >> 4);
  return memory;
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
      !mc_tree_take(tree, arena, MC_POINTS_IN_CHUNK * sizeof(struct mc_point), &chunk))
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
  memcpy(kept->object, operation->object, sizeof kept->object);
  memcpy(kept->argument, operation->argument, sizeof kept->argument);
  return true;
}

//===- Wakeup trees ---------------------------------------------------------------------------===//

mc_piece mc_wakeup_new(struct mc_tree *tree, struct mc_arena *arena,
                       const struct mc_operation *step) {
  mc_piece piece = tree->free_nodes;
  struct mc_kept_operation kept;
  if (!mc_keep_operation(tree, arena, step, &kept))
    return 0;
  if (piece)
    tree->free_nodes = mc_wakeup_at(tree, piece)->next;
  else if (!mc_tree_take(tree, arena, sizeof(struct mc_wakeup), &piece))
    return 0;
  struct mc_wakeup *node = mc_wakeup_at(tree, piece);
  *node = (struct mc_wakeup){.step = kept};
  const uint64_t bytes = ++tree->wakeup_nodes * sizeof *node;
  if (bytes > tree->counts.wakeup_bytes)
    tree->counts.wakeup_bytes = bytes;
  return piece;
}

void mc_wakeup_free(struct mc_tree *tree, mc_piece node) {
  mc_wakeup_at(tree, node)->next = tree->free_nodes;
  tree->free_nodes = node;
  tree->wakeup_nodes--;
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
