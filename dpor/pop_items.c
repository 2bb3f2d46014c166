// dpor/pop_items.c - items of `pop` as bytes: what one search owes, another one of the same program
// can run.
//
// An item is its path and its records. A record has the step that was taken out as a thread and an
// alternative: the execution of the item knows which operation that is. Numbers of objects, which
// may differ from process to process, are in no item.
#include "pop.h"

#include <string.h>

struct item_record {
  uint32_t at, head, rank, fails;
  mc_thread thread;
  mc_alternative alternative;
};

struct item_step {
  mc_thread thread;
  mc_alternative alternative;
  uint16_t is_forced;
};

static size_t bytes_of(uint64_t steps, uint64_t records, uint64_t keys) {
  return sizeof(struct mc_item_head) + keys * sizeof(uint32_t) +
         records * sizeof(struct item_record) + steps * sizeof(struct item_step);
}

//===- To bytes -------------------------------------------------------------------------------===//

static void put(char **to, const void *from, size_t bytes) {
  memcpy(*to, from, bytes);
  *to += bytes;
}

/// The indices of the items up to the open one number `i`.
static void put_key(char **to, const struct mc_pop *pop, uint32_t i) {
  put(to, pop->key, pop->keys * sizeof *pop->key);
  for (uint32_t k = 1; k <= i; k++)
    put(to, &pop->item[k]->index, sizeof(uint32_t));
}

static void put_records(char **to, const struct mc_pop_item *item, uint32_t records) {
  for (uint32_t r = 0; r < records; r++) {
    const struct mc_pop_record *from = item->record[r];
    const struct item_record record = {from->at,    from->head,         from->rank,
                                       from->fails, from->step->thread, from->step->alternative};
    put(to, &record, sizeof record);
  }
}

/// The item, which lies above the open one number `below`; 0 and `item` the lowest: above none.
/// `has_run`: with all of its execution. Returns the number of bytes; 0: there is no room.
static size_t write_item(const struct mc_pop *pop, const struct mc_pop_item *item, uint32_t below,
                         bool has_run, char *to, size_t room) {
  const bool is_lowest = item == pop->item[0];
  const uint32_t told = has_run ? item->steps : item->told,
                 keys = pop->keys + (is_lowest ? 0 : below + 1);
  const struct mc_item_head head = {.bytes = (uint32_t)bytes_of(told, item->records, keys),
                                    .keys = keys,
                                    .owed = item->owed,
                                    .failures = item->failures,
                                    .has_run = has_run || item->has_run,
                                    .length = item->length,
                                    .told = told,
                                    .records = item->records};
  if (head.bytes > room)
    return 0;
  put(&to, &head, sizeof head);
  put_key(&to, pop, is_lowest ? 0 : below);
  if (!is_lowest)
    put(&to, &item->index, sizeof item->index);
  put_records(&to, item, item->records);
  for (uint32_t i = 0; i < told; i++) {
    const struct mc_step step = has_run
                                    ? (struct mc_step){mc_pop_at(item, i)->operation.thread,
                                                       mc_pop_at(item, i)->operation.alternative}
                                    : item->path[i];
    const struct item_step written = {step.thread, step.alternative, !mc_pop_is_free(item, i)};
    put(&to, &written, sizeof written);
  }
  return head.bytes;
}

bool mc_search_tell(const struct mc_search *search, void *room, size_t bytes, size_t *used) {
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
size_t mc_search_tell_trace(const struct mc_search *search, void *room, size_t bytes) {
  const struct mc_pop *pop = search->pop;
  const struct mc_execution *x = &search->execution;
  const uint32_t top = pop->open - 1, keys = pop->keys + top;
  const struct mc_pop_item *item = pop->item[top];
  const uint32_t records = x->depth >= item->length ? item->records : 0;
  char *to = room;
  const struct mc_item_head head = {.bytes = (uint32_t)bytes_of(x->depth, records, keys),
                                    .keys = keys,
                                    .failures = item->failures,
                                    .has_run = true,
                                    .length = records ? item->length : x->depth,
                                    .told = x->depth,
                                    .records = records};
  if (head.bytes > bytes)
    return 0;
  put(&to, &head, sizeof head);
  put_key(&to, pop, top);
  put_records(&to, item, records);
  for (uint32_t i = 0; i < x->depth; i++) {
    const struct mc_operation *step = mc_frame_at(x, i)->operation;
    put(&to, &(struct item_step){step->thread, step->alternative, true}, sizeof(struct item_step));
  }
  return head.bytes;
}

bool mc_search_give(struct mc_search *search, uint32_t most, void *room, size_t bytes,
                    size_t *used) {
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

size_t mc_item_bytes(const void *item, size_t bytes) {
  struct mc_item_head head;
  if (bytes < sizeof head)
    return 0;
  memcpy(&head, item, sizeof head);
  return head.bytes <= bytes && head.length <= head.told &&
                 head.bytes == bytes_of(head.told, head.records, head.keys)
             ? head.bytes
             : 0;
}

static bool read_records(struct mc_search *search, struct mc_pop_item *item, const char *from,
                         const struct mc_item_head *head) {
  for (uint32_t r = 0, before = 0; r < head->records; r++, from += sizeof(struct item_record)) {
    struct item_record read;
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
  for (uint32_t i = 0; i < head->told; i++, from += sizeof(struct item_step)) {
    struct item_step read;
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
    mc_pop_turn_to(search, item, x->depth);
  mc_trace_keep(x, search->tree->kept);
  search->is_whole = false;
}

bool mc_search_take(struct mc_search *search, const void *item, size_t bytes) {
  const char *from = item;
  struct mc_item_head head;
  if (search->pop->open || mc_item_bytes(item, bytes) != bytes)
    return false;
  memcpy(&head, from, sizeof head);
  struct mc_pop_item *taken = mc_pop_open_item(search);
  from += sizeof head;
  if (!taken || !read_key(search, from, head.keys))
    return false;
  from += head.keys * sizeof(uint32_t);
  if (!read_records(search, taken, from, &head) ||
      !read_steps(search, taken, from + head.records * sizeof(struct item_record), &head))
    return false;
  search->tree->done = false;
  turn_to(search, taken);
  return true;
}

bool mc_search_take_trace(struct mc_search *search, const void *item, size_t bytes) {
  return search->pop->is_alone = mc_search_take(search, item, bytes);
}

bool mc_search_runs_again(const struct mc_search *search) {
  return search->pop && search->pop->open && mc_pop_runs_again(search);
}

/// The executions of an item come one after the other, then those of the items that it owes, whose
/// indices are from 1.
uint32_t mc_search_place(const struct mc_search *search, uint32_t place[], uint32_t most) {
  const struct mc_pop *pop = search->pop;
  const uint32_t all = pop->keys + pop->open + 1;
  for (uint32_t i = 0; i < all && i < most; i++)
    place[i] = i < pop->keys  ? pop->key[i]
               : i + 2 < all  ? pop->item[i - pop->keys + 1]->index
               : i + 2 == all ? 0
                              : pop->item[pop->open - 1]->failures;
  return all;
}

//===- Division -------------------------------------------------------------------------------===//

void mc_search_fix(struct mc_search *search) {
  if (search->has_local && !search->is_fixed)
    mc_keep_local(search);
  search->is_fixed = true;
}

void mc_search_drop(struct mc_search *search) {
  search->pop->open = 0;
  search->tree->done = true;
}

void mc_search_divide(struct mc_search *search) {
  mc_search_fix(search);
  search->estimate = NULL; // random traces of one would be news to others
  mc_search_drop(search);
  search->is_divided = true;
  mc_search_take_counts(search);
}

uint32_t mc_search_signs(const struct mc_search *search) {
  const struct mc_pop *pop = search->pop;
  return (pop->has_failed ? MC_SIGN_FAILED : 0) |
         (pop->has_postponed || pop->is_doubtful ? MC_SIGN_POSTPONED : 0);
}

void mc_search_note_failure(struct mc_search *search) { search->pop->has_failed = true; }

struct mc_search_counts mc_search_take_counts(struct mc_search *search) {
  const struct mc_search_counts counts = search->tree->counts;
  search->tree->counts = (struct mc_search_counts){0};
  return counts;
}
