// dpor/pop_items.c - items of `pop` as bytes: what one search owes, another one of the same program
// can run.
//
// An item is its path and its records. A record has the step that was taken out as a thread and an
// alternative: the execution of the item knows which operation that is. Numbers of objects, which
// may differ from process to process, are in no item.
#include "pop.h"

#include <string.h>

struct item_head {
  uint32_t bytes; ///< of all of the item
  uint32_t length, told, records;
  uint32_t has_run, owed;
};

struct item_record {
  uint32_t at, head, rank;
  mc_thread thread;
  mc_alternative alternative;
};

struct item_step {
  mc_thread thread;
  mc_alternative alternative;
  uint16_t is_forced;
};

static size_t bytes_of(uint64_t steps, uint64_t records) {
  return sizeof(struct item_head) + records * sizeof(struct item_record) +
         steps * sizeof(struct item_step);
}

//===- To bytes -------------------------------------------------------------------------------===//

static void put(char **to, const void *from, size_t bytes) {
  memcpy(*to, from, bytes);
  *to += bytes;
}

/// `has_run`: with all of its execution. Returns the number of bytes; 0: there is no room.
static size_t write_item(const struct mc_pop_item *item, bool has_run, char *to, size_t room) {
  const uint32_t told = has_run ? item->steps : item->told;
  const struct item_head head = {(uint32_t)bytes_of(told, item->records),
                                 item->length,
                                 told,
                                 item->records,
                                 has_run || item->has_run,
                                 item->owed};
  if (head.bytes > room)
    return 0;
  put(&to, &head, sizeof head);
  for (uint32_t r = 0; r < item->records; r++) {
    const struct mc_pop_record *from = item->record[r];
    const struct item_record record = {from->at, from->head, from->rank, from->step->thread,
                                       from->step->alternative};
    put(&to, &record, sizeof record);
  }
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
    const size_t size =
        write_item(pop->item[i], i + 1 < pop->open, (char *)room + *used, bytes - *used);
    if (!size)
      return false;
    *used += size;
  }
  return !pop->is_left && !pop->has_failed;
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
    const size_t size = answer == MC_POP_FOUND ? write_item(mc_pop_top(pop), false,
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
  struct item_head head;
  if (bytes < sizeof head)
    return 0;
  memcpy(&head, item, sizeof head);
  return head.bytes <= bytes && head.length <= head.told &&
                 head.bytes == bytes_of(head.told, head.records)
             ? head.bytes
             : 0;
}

static bool read_records(struct mc_search *search, struct mc_pop_item *item, const char *from,
                         const struct item_head *head) {
  for (uint32_t r = 0, before = 0; r < head->records; r++, from += sizeof(struct item_record)) {
    struct item_record read;
    memcpy(&read, from, sizeof read);
    struct mc_pop_record *record = mc_pop_make_record(search, item);
    if (!record || read.thread >= MC_MAX_THREADS || read.at < before || read.at > read.head ||
        read.head >= head->length)
      return false;
    before = read.at;
    record->own = (struct mc_operation){.thread = read.thread, .alternative = read.alternative};
    record->step = &record->own;
    record->fails = false;
    record->at = read.at;
    record->head = read.head;
    record->rank = read.rank;
  }
  return true;
}

static bool read_steps(struct mc_search *search, struct mc_pop_item *item, const char *from,
                       const struct item_head *head) {
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
  struct item_head head;
  if (search->pop->open || mc_item_bytes(item, bytes) != bytes)
    return false;
  memcpy(&head, from, sizeof head);
  struct mc_pop_item *taken = mc_pop_open_item(search);
  from += sizeof head;
  if (!taken || !read_records(search, taken, from, &head) ||
      !read_steps(search, taken, from + head.records * sizeof(struct item_record), &head))
    return false;
  search->tree->done = false;
  turn_to(search, taken);
  return true;
}

//===- Division -------------------------------------------------------------------------------===//

void mc_search_divide(struct mc_search *search) {
  search->pop->open = 0;
  search->tree->done = true;
  search->is_divided = true;
  if (search->has_local)
    mc_keep_local(search);
  mc_search_take_counts(search);
}

struct mc_search_counts mc_search_take_counts(struct mc_search *search) {
  const struct mc_search_counts counts = search->tree->counts;
  search->tree->counts = (struct mc_search_counts){0};
  return counts;
}
