// dpor/pop_items.c - items of `pop` as bytes: what one search owes, another one of the same program
// can run.
//
// An item is its path and its records. A record has the step that was taken out as a thread and an
// alternative: the execution of the item knows which operation that is. Numbers of objects, which
// may differ from process to process, are in no item.
#include "items.h"
#include "pop.h"

//===- To bytes -------------------------------------------------------------------------------===//

/// The indices of the items up to the open one number `i`.
static void put_key(char **to, const struct mc_pop *pop, uint32_t i) {
  mc_put(to, pop->key, pop->keys * sizeof *pop->key);
  for (uint32_t k = 1; k <= i; k++)
    mc_put(to, &pop->item[k]->index, sizeof(uint32_t));
}

static void put_records(char **to, const struct mc_pop_item *item, uint32_t records) {
  for (uint32_t r = 0; r < records; r++) {
    const struct mc_pop_record *from = item->record[r];
    const struct mc_item_record record = {from->at,    from->head,         from->rank,
                                          from->fails, from->step->thread, from->step->alternative};
    mc_put(to, &record, sizeof record);
  }
}

/// The item, which lies above the open one number `below`; 0 and `item` the lowest: above none.
/// `has_run`: with all of its execution. Returns the number of bytes; 0: there is no room.
static size_t write_item(const struct mc_pop *pop, const struct mc_pop_item *item, uint32_t below,
                         bool has_run, char *to, size_t room) {
  const bool is_lowest = item == pop->item[0];
  const uint32_t told = has_run ? item->steps : item->told,
                 keys = pop->keys + (is_lowest ? 0 : below + 1);
  const struct mc_item_head head = {.bytes = (uint32_t)mc_bytes_of_item(told, item->records, keys),
                                    .keys = keys,
                                    .owed = item->owed,
                                    .failures = item->failures,
                                    .has_run = has_run || item->has_run,
                                    .length = item->length,
                                    .told = told,
                                    .records = item->records};
  if (head.bytes > room)
    return 0;
  mc_put(&to, &head, sizeof head);
  put_key(&to, pop, is_lowest ? 0 : below);
  if (!is_lowest)
    mc_put(&to, &item->index, sizeof item->index);
  put_records(&to, item, item->records);
  for (uint32_t i = 0; i < told; i++) {
    const struct mc_step step = has_run
                                    ? (struct mc_step){mc_pop_at(item, i)->operation.thread,
                                                       mc_pop_at(item, i)->operation.alternative}
                                    : item->path[i];
    const struct mc_item_step written = {step.thread, step.alternative, !mc_pop_is_free(item, i)};
    mc_put(&to, &written, sizeof written);
  }
  return head.bytes;
}

static bool tell(const struct mc_search *search, void *room, size_t bytes, size_t *used) {
  const struct mc_pop *pop = search->pop;
  *used = 0;
  for (uint32_t i = pop->open; i-- > 0;) {
    const size_t size = write_item(pop, pop->item[i], i ? i - 1 : 0, i + 1 < pop->open,
                                   (char *)room + *used, bytes - *used);
    if (!size)
      return false;
    *used += size;
  }
  return !pop->is_left;
}

/// With its records: a trace that ended as all steps slept ends there again.
static size_t tell_trace(const struct mc_search *search, void *room, size_t bytes) {
  const struct mc_pop *pop = search->pop;
  const struct mc_execution *x = &search->execution;
  const uint32_t top = pop->open - 1, keys = pop->keys + top;
  const struct mc_pop_item *item = pop->item[top];
  const uint32_t records = x->depth >= item->length ? item->records : 0;
  char *to = room;
  const struct mc_item_head head = {.bytes = (uint32_t)mc_bytes_of_item(x->depth, records, keys),
                                    .keys = keys,
                                    .failures = item->failures,
                                    .has_run = true,
                                    .length = records ? item->length : x->depth,
                                    .told = x->depth,
                                    .records = records};
  if (head.bytes > bytes)
    return 0;
  mc_put(&to, &head, sizeof head);
  put_key(&to, pop, top);
  put_records(&to, item, records);
  for (uint32_t i = 0; i < x->depth; i++) {
    const struct mc_operation *step = mc_frame_at(x, i)->operation;
    mc_put(&to, &(struct mc_item_step){step->thread, step->alternative, true},
           sizeof(struct mc_item_step));
  }
  return head.bytes;
}

static bool give(struct mc_search *search, uint32_t most, void *room, size_t bytes, size_t *used) {
  struct mc_pop *pop = search->pop;
  *used = 0;
  for (uint32_t i = 0; i + 1 < pop->open && most > 0;) {
    const enum mc_pop_answer answer = mc_pop_next_of_item(search, pop->item[i]);
    i += answer == MC_POP_NONE;
    if (answer == MC_POP_NONE)
      continue;
    const size_t size = answer == MC_POP_FOUND ? write_item(pop, mc_pop_top(pop), i, false,
                                                            (char *)room + *used, bytes - *used)
                                               : 0;
    if (!size)
      return false;
    *used += size;
    pop->open--;
    most--;
  }
  return true;
}

//===- From bytes -----------------------------------------------------------------------------===//

static bool read_records(struct mc_search *search, struct mc_pop_item *item, const char *from,
                         const struct mc_item_head *head) {
  for (uint32_t r = 0, before = 0; r < head->records; r++, from += sizeof(struct mc_item_record)) {
    struct mc_item_record read;
    memcpy(&read, from, sizeof read);
    struct mc_pop_record *record = mc_pop_make_record(search, item);
    const bool is_good = read.fails ? read.head == MC_NO_STEP && read.at <= head->told
                                    : read.at <= read.head && read.head < head->length;
    if (!record || read.thread >= MC_MAX_THREADS || read.at < before || !is_good)
      return false;
    before = read.at;
    record->own = (struct mc_operation){.thread = read.thread, .alternative = read.alternative};
    record->step = &record->own;
    record->fails = read.fails;
    record->at = read.at;
    record->head = read.head;
    record->rank = read.rank;
  }
  return true;
}

static bool read_key(struct mc_search *search, const char *from, uint32_t keys) {
  struct mc_pop *pop = search->pop;
  pop->keys = keys;
  if (!mc_reserve(search->arena, &pop->key, &pop->key_capacity, keys, sizeof *pop->key, 0))
    return false;
  if (keys)
    memcpy(pop->key, from, keys * sizeof *pop->key);
  return true;
}

static bool read_steps(struct mc_search *search, struct mc_pop_item *item, const char *from,
                       const struct mc_item_head *head) {
  for (uint32_t i = 0; i < head->told; i++, from += sizeof(struct mc_item_step)) {
    struct mc_item_step read;
    memcpy(&read, from, sizeof read);
    const struct mc_operation step = {.thread = read.thread, .alternative = read.alternative};
    if (read.thread >= MC_MAX_THREADS || !mc_pop_add_step(search, item, &step, read.is_forced))
      return false;
  }
  item->length = head->length;
  item->has_run = head->has_run;
  item->owed = head->owed;
  item->failures = head->failures;
  return true;
}

/// The next trace repeats what the item's path has in common with the one before.
static void turn_to(struct mc_search *search, const struct mc_pop_item *item) {
  struct mc_execution *x = &search->execution;
  if (!search->is_whole)
    x->depth = x->kept ? x->kept - 1 : 0;
  search->tree->kept = 0;
  if (x->depth > 0)
    mc_pop_turn_to(search, item, x->depth, 0);
  mc_trace_keep(x, search->tree->kept);
  search->is_whole = false;
}

static bool take(struct mc_search *search, const char *from, const struct mc_item_head *head) {
  if (search->pop->open)
    return false;
  struct mc_pop_item *taken = mc_pop_open_item(search);
  if (!taken || !read_key(search, from, head->keys))
    return false;
  from += head->keys * sizeof(uint32_t);
  if (!read_records(search, taken, from, head) ||
      !read_steps(search, taken, from + head->records * sizeof(struct mc_item_record), head))
    return false;
  search->tree->done = false;
  turn_to(search, taken);
  return true;
}

static bool runs_again(const struct mc_search *search) {
  return search->pop->open && mc_pop_runs_again(search);
}

/// The executions of an item come one after the other, then those of the items that it owes, whose
/// indices are from 1.
static uint32_t place_of(const struct mc_search *search, uint32_t place[], uint32_t most) {
  const struct mc_pop *pop = search->pop;
  const uint32_t all = pop->keys + pop->open + 1;
  for (uint32_t i = 0; i < all && i < most; i++)
    place[i] = i < pop->keys  ? pop->key[i]
               : i + 2 < all  ? pop->item[i - pop->keys + 1]->index
               : i + 2 == all ? 0
                              : pop->item[pop->open - 1]->failures;
  return all;
}

static void drop(struct mc_search *search) {
  search->pop->open = 0;
  search->tree->done = true;
}

const struct mc_item_kind mc_pop_items = {.tell = tell,
                                          .give = give,
                                          .tell_trace = tell_trace,
                                          .take = take,
                                          .runs_again = runs_again,
                                          .place = place_of,
                                          .drop = drop};
