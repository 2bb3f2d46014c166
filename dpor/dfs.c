// dpor/dfs.c - depth-first search of every interleaving, within a bound if there is one: the oracle
// of the other algorithms; and its items.
//
// Source: Godefroid, "Model Checking for Programming Languages using VeriSoft", POPL 1997.
//
// An item is the way to a point, and what is explored there already: it owes the rest of that
// point. Steps that are explored are records of the item, with whether they have failed: a process
// exit is taken where all others have. What is owed below a point depends on nothing else, so no
// worker need know of others; but for exits where threads repeat themselves and steps fail
// (is_doubtful).
#include "items.h"

bool mc_dfs_new(struct mc_search *search) {
  return search->dfs = mc_arena_take(search->arena, sizeof *search->dfs);
}

//===- The next step --------------------------------------------------------------------------===//

static struct mc_choice *find(const struct mc_search *search, struct mc_point *point,
                              struct mc_step step) {
  struct mc_choice *choice = mc_find_choice(search->tree, point, step.thread, step.alternative);
  if (choice)
    return choice;
  mc_move_exits(search->tree, point); // when it ran, all others were known to fail
  return mc_find_choice(search->tree, point, step.thread, step.alternative);
}

/// The point is that of the item: the first step there that is not explored.
static const struct mc_choice *first_of_rest(const struct mc_search *search,
                                             struct mc_point *point) {
  const struct mc_dfs *dfs = search->dfs;
  for (uint32_t i = 0; i < dfs->explored; i++) {
    struct mc_choice *choice = find(search, point, dfs->is_explored[i].step);
    if (!choice)
      return NULL;
    choice->done = true;
    choice->fatal = dfs->is_explored[i].fails;
  }
  struct mc_choice *choice = mc_choices_of(search->tree, point);
  for (struct mc_choice *end = choice + point->choices; choice < end; choice++)
    if (!choice->done)
      return choice;
  return mc_take_exits(search->tree, point);
}

const struct mc_choice *mc_dfs_first(struct mc_search *search, const struct mc_model *model,
                                     struct mc_point *point) {
  struct mc_dfs *dfs = search->dfs;
  const uint32_t depth = search->execution.depth;
  const struct mc_choice *first = mc_first_choice(search, point);
  dfs->is_doubtful |= !mc_set_empty(&model->repeating);
  point->first = (uint32_t)(first - mc_choices_of(search->tree, point));
  if (depth < dfs->steps)
    return find(search, point, dfs->path[depth]);
  return depth == dfs->steps && dfs->explored ? first_of_rest(search, point) : first;
}

void mc_dfs_end(struct mc_search *search) {
  if (!search->is_alone)
    return;
  search->is_alone = false;
  search->tree->done = true;
  search->tree->kept = 0;
}

//===- To bytes -------------------------------------------------------------------------------===//

static bool is_choice(const struct mc_point *point) { return point->choices + point->exits > 1; }

/// Steps from a point come in the order of these numbers.
static uint32_t number_of(const struct mc_point *point, uint32_t choice) {
  return choice == point->first ? 0 : choice + 1;
}

static uint32_t place_of(const struct mc_search *search, uint32_t place[], uint32_t most) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < search->execution.depth; i++) {
    const struct mc_point *point = mc_point_at(search->tree, i);
    if (is_choice(point) && count++ < most)
      place[count - 1] = number_of(point, point->current);
  }
  return count;
}

static uint32_t choices_before(const struct mc_search *search, uint32_t depth) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < depth; i++)
    count += is_choice(mc_point_at(search->tree, i));
  return count;
}

static void put_choices(char **to, const struct mc_search *search, uint32_t depth) {
  for (uint32_t i = 0; i < depth; i++) {
    const struct mc_point *point = mc_point_at(search->tree, i);
    const uint32_t number = number_of(point, point->current);
    if (is_choice(point))
      mc_put(to, &number, sizeof number);
  }
}

static void put_steps(char **to, const struct mc_search *search, uint32_t steps) {
  for (uint32_t i = 0; i < steps; i++) {
    const struct mc_choice *choice = mc_current(search->tree, mc_point_at(search->tree, i));
    mc_put(to, &(struct mc_item_step){choice->thread, choice->alternative, true},
           sizeof(struct mc_item_step));
  }
}

/// The current step of the point is explored, or someone explores it.
static bool is_begun(const struct mc_search *search, uint32_t depth) {
  return depth + 1 < search->tree->kept;
}

/// The first step that is left, without the current one where that is begun; or `choices`.
static uint32_t first_left(const struct mc_search *search, uint32_t depth) {
  const struct mc_point *point = mc_point_at(search->tree, depth);
  if (!is_begun(search, depth))
    return point->current;
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  uint32_t i = 0;
  while (i < point->choices && (choice[i].done || i == point->current))
    i++;
  return i;
}

static bool has_rest(const struct mc_search *search, uint32_t depth) {
  return first_left(search, depth) < mc_point_at(search->tree, depth)->choices;
}

static uint32_t explored_at(const struct mc_search *search, uint32_t depth) {
  const struct mc_point *point = mc_point_at(search->tree, depth);
  uint32_t explored = is_begun(search, depth);
  for (uint32_t i = 0; i < point->choices; i++)
    explored += mc_choices_of(search->tree, point)[i].done;
  return explored;
}

/// What the point at that depth owes. 0: there is no room.
static size_t write_item(const struct mc_search *search, uint32_t depth, char *to, size_t room) {
  const struct mc_point *point = mc_point_at(search->tree, depth);
  const struct mc_choice *choice = mc_choices_of(search->tree, point);
  const uint32_t keys = choices_before(search, depth) + 1, explored = explored_at(search, depth);
  const struct mc_item_head head = {.bytes = (uint32_t)mc_bytes_of_item(depth, explored, keys),
                                    .keys = keys,
                                    .length = depth,
                                    .told = depth,
                                    .records = explored};
  if (head.bytes > room)
    return 0;
  mc_put(&to, &head, sizeof head);
  put_choices(&to, search, depth);
  const uint32_t next = number_of(point, first_left(search, depth));
  mc_put(&to, &next, sizeof next);
  for (uint32_t i = 0; i < point->choices; i++)
    if (choice[i].done || (is_begun(search, depth) && i == point->current))
      mc_put(&to,
             &(struct mc_item_record){.fails = choice[i].fatal,
                                      .thread = choice[i].thread,
                                      .alternative = choice[i].alternative},
             sizeof(struct mc_item_record));
  put_steps(&to, search, depth);
  return head.bytes;
}

/// An item that was taken, and not begun, is what it was.
static bool write_taken(const struct mc_dfs *dfs, char *to, size_t room, size_t *used) {
  *used = dfs->taken_bytes;
  if (dfs->taken_bytes > room)
    return false;
  memcpy(to, dfs->taken, dfs->taken_bytes);
  return true;
}

static bool tell(const struct mc_search *search, void *room, size_t bytes, size_t *used) {
  *used = 0;
  if (search->tree->done)
    return true;
  if (search->tree->kept <= search->config.root)
    return write_taken(search->dfs, room, bytes, used);
  for (uint32_t depth = search->tree->kept; depth-- > search->config.root;) {
    if (!has_rest(search, depth))
      continue;
    const size_t size = write_item(search, depth, (char *)room + *used, bytes - *used);
    if (!size)
      return false;
    *used += size;
  }
  return true;
}

/// The whole rest of a point: who takes it can divide it again.
static bool give(struct mc_search *search, uint32_t most, void *room, size_t bytes, size_t *used) {
  *used = 0;
  if (search->tree->done)
    return true;
  for (uint32_t depth = search->config.root; most > 0 && is_begun(search, depth); depth++) {
    if (!has_rest(search, depth))
      continue;
    const size_t size = write_item(search, depth, (char *)room + *used, bytes - *used);
    if (!size)
      return false;
    *used += size;
    most--;
    const struct mc_point *point = mc_point_at(search->tree, depth);
    for (uint32_t i = 0; i < point->choices; i++)
      mc_choices_of(search->tree, point)[i].done |= i != point->current;
  }
  return true;
}

static size_t tell_trace(const struct mc_search *search, void *room, size_t bytes) {
  const uint32_t depth = search->execution.depth, keys = choices_before(search, depth);
  char *to = room;
  const struct mc_item_head head = {.bytes = (uint32_t)mc_bytes_of_item(depth, 0, keys),
                                    .keys = keys,
                                    .has_run = true,
                                    .length = depth,
                                    .told = depth};
  if (head.bytes > bytes)
    return 0;
  mc_put(&to, &head, sizeof head);
  put_choices(&to, search, depth);
  put_steps(&to, search, depth);
  return head.bytes;
}

//===- From bytes -----------------------------------------------------------------------------===//

static bool read_explored(struct mc_search *search, const char *from, uint32_t count) {
  struct mc_dfs *dfs = search->dfs;
  dfs->explored = count;
  if (!mc_reserve(search->arena, &dfs->is_explored, &dfs->explored_capacity, count,
                  sizeof *dfs->is_explored, 0))
    return false;
  for (uint32_t i = 0; i < count; i++) {
    struct mc_item_record read;
    memcpy(&read, from + i * sizeof read, sizeof read);
    if (read.thread >= MC_MAX_THREADS)
      return false;
    dfs->is_explored[i].step = (struct mc_step){read.thread, read.alternative};
    dfs->is_explored[i].fails = read.fails;
  }
  return true;
}

static bool read_path(struct mc_search *search, const char *from, uint32_t steps) {
  struct mc_dfs *dfs = search->dfs;
  dfs->steps = steps;
  if (!mc_reserve(search->arena, &dfs->path, &dfs->path_capacity, steps, sizeof *dfs->path, 0))
    return false;
  for (uint32_t i = 0; i < steps; i++) {
    struct mc_item_step read;
    memcpy(&read, from + i * sizeof read, sizeof read);
    if (read.thread >= MC_MAX_THREADS)
      return false;
    dfs->path[i] = (struct mc_step){read.thread, read.alternative};
  }
  return true;
}

/// It repeats nothing of the trace before.
static bool take(struct mc_search *search, const char *from, const struct mc_item_head *head) {
  struct mc_dfs *dfs = search->dfs;
  const char *records = from + head->keys * sizeof(uint32_t);
  if (!mc_reserve(search->arena, &dfs->taken, &dfs->taken_capacity, head->bytes, 1, 0) ||
      !read_explored(search, records, head->records) ||
      !read_path(search, records + head->records * sizeof(struct mc_item_record), head->told))
    return false;
  memcpy(dfs->taken, head, sizeof *head);
  memcpy(dfs->taken + sizeof *head, from, head->bytes - sizeof *head);
  dfs->taken_bytes = head->bytes;
  dfs->runs_again = head->has_run;
  search->config.root = head->told;
  search->tree->done = false;
  search->tree->kept = 0;
  if (!search->is_whole)
    search->execution.depth = search->execution.kept ? search->execution.kept - 1 : 0;
  mc_trace_keep(&search->execution, 0);
  search->is_whole = false;
  return true;
}

static bool runs_again(const struct mc_search *search) {
  return search->dfs->runs_again && !search->tree->done;
}

static void drop(struct mc_search *search) {
  search->dfs->steps = search->dfs->explored = search->config.root = 0;
  search->dfs->runs_again = false;
  search->tree->done = true;
}

const struct mc_item_kind mc_dfs_items = {.tell = tell,
                                          .give = give,
                                          .tell_trace = tell_trace,
                                          .take = take,
                                          .runs_again = runs_again,
                                          .place = place_of,
                                          .drop = drop};
