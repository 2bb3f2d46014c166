// driver/items.c - see items.h.
#include "items.h"
#include <stdlib.h>
#include <string.h>

struct item {
  struct item *before, *after; ///< of its list; `before`: to be run earlier
  int64_t row;                 ///< the keeper's
  size_t bytes;
  _Alignas(8) char content[];
};

struct list {
  struct item *first, *last;
  uint64_t count;
};

struct items {
  unsigned workers;
  struct items_keeper keeper;
  struct {
    struct list open, claimed;
  } of[];
};

struct items *items_make(unsigned workers, struct items_keeper keeper) {
  struct items *items = calloc(1, sizeof *items + workers * sizeof *items->of);
  if (items)
    items->workers = workers;
  if (items)
    items->keeper = keeper;
  return items;
}

static void free_list(struct list *list) {
  for (struct item *item = list->first, *after; item; item = after) {
    after = item->after;
    free(item);
  }
  *list = (struct list){0};
}

void items_free(struct items *items) {
  for (unsigned w = 0; items && w < items->workers; w++) {
    free_list(&items->of[w].open);
    free_list(&items->of[w].claimed);
  }
  free(items);
}

//===- Lists ----------------------------------------------------------------------------------===//

static void append(struct list *list, struct item *item) {
  item->before = list->last;
  item->after = NULL;
  *(list->last ? &list->last->after : &list->first) = item;
  list->last = item;
  list->count++;
}

static void take_out(struct list *list, struct item *item) {
  *(item->before ? &item->before->after : &list->first) = item->after;
  *(item->after ? &item->after->before : &list->last) = item->before;
  list->count--;
}

/// All of `front` comes before what `list` has.
static void prepend_all(struct list *list, struct list *front) {
  if (!front->first)
    return;
  front->last->after = list->first;
  *(list->first ? &list->first->before : &list->last) = front->last;
  list->first = front->first;
  list->count += front->count;
  *front = (struct list){0};
}

//===- The protocol ---------------------------------------------------------------------------===//

static bool read_items(struct list *list, const char *at, size_t bytes,
                       size_t (*next)(const void *item, size_t bytes)) {
  while (bytes > 0) {
    const size_t size = next(at, bytes);
    struct item *item = size && size <= bytes ? malloc(sizeof *item + size) : NULL;
    if (!item)
      return false;
    item->bytes = size;
    memcpy(item->content, at, size);
    append(list, item);
    at += size;
    bytes -= size;
  }
  return true;
}

static void tell_added(const struct items_keeper *keeper, struct list *list) {
  for (struct item *item = list->last; item; item = item->before)
    item->row = keeper->add(keeper->journal, item->content, item->bytes);
}

/// The keeper has them in the place of those that were claimed: the next one to run last.
static void tell_keeper(const struct items_keeper *keeper, const struct list *before,
                        struct list *claimed, struct list *open) {
  if (!keeper->add)
    return;
  for (const struct item *item = before->first; item; item = item->after)
    keeper->remove(keeper->journal, item->row);
  tell_added(keeper, open);
  tell_added(keeper, claimed);
}

bool items_commit(struct items *items, unsigned worker, const void *bytes, size_t kept,
                  size_t given, size_t (*next)(const void *item, size_t bytes)) {
  struct list claimed = {0}, open = {0};
  if (!read_items(&claimed, bytes, kept, next) ||
      !read_items(&open, (const char *)bytes + kept, given, next)) {
    free_list(&claimed);
    free_list(&open);
    return false;
  }
  tell_keeper(&items->keeper, &items->of[worker].claimed, &claimed, &open);
  free_list(&items->of[worker].claimed);
  items->of[worker].claimed = claimed;
  prepend_all(&items->of[worker].open, &open);
  return true;
}

bool items_open_old(struct items *items, int64_t row, const void *item, size_t bytes,
                    size_t (*next)(const void *item, size_t bytes)) {
  struct list one = {0};
  if (next(item, bytes) != bytes || !read_items(&one, item, bytes, next))
    return false;
  one.first->row = row;
  append(&items->of[0].open, one.first);
  return true;
}

static struct list *longest(struct items *items) {
  struct list *best = &items->of[0].open;
  for (unsigned w = 1; w < items->workers; w++)
    if (items->of[w].open.count > best->count)
      best = &items->of[w].open;
  return best;
}

unsigned items_claim(struct items *items, unsigned worker, unsigned most, void *room,
                     size_t *bytes) {
  struct list *own = &items->of[worker].open, *from = own->count ? own : longest(items);
  const size_t all = *bytes;
  unsigned count = 0;
  *bytes = 0;
  for (struct item *item; count < most; count++) {
    item = from == own ? from->first : from->last;
    if (!item || item->bytes > all - *bytes)
      break;
    memcpy((char *)room + *bytes, item->content, item->bytes);
    *bytes += item->bytes;
    take_out(from, item);
    append(&items->of[worker].claimed, item);
  }
  return count;
}

void items_give_back(struct items *items, unsigned worker) {
  prepend_all(&items->of[worker].open, &items->of[worker].claimed);
}

unsigned items_release(struct items *items, unsigned most, int64_t *row) {
  struct list *from = longest(items);
  unsigned count = 0;
  for (struct item *item; count < most && (item = from->last); count++) {
    row[count] = item->row;
    take_out(from, item);
    free(item);
  }
  return count;
}

void items_drop(struct items *items, bool (*is_unwanted)(void *context, const void *item),
                void *context) {
  for (unsigned w = 0; w < items->workers; w++)
    for (struct item *item = items->of[w].open.first, *after; item; item = after) {
      after = item->after;
      if (!is_unwanted(context, item->content))
        continue;
      if (items->keeper.remove)
        items->keeper.remove(items->keeper.journal, item->row);
      take_out(&items->of[w].open, item);
      free(item);
    }
}

bool items_are_done(const struct items *items) {
  for (unsigned w = 0; w < items->workers; w++)
    if (items->of[w].open.count || items->of[w].claimed.count)
      return false;
  return true;
}

uint64_t items_open(const struct items *items) {
  uint64_t open = 0;
  for (unsigned w = 0; w < items->workers; w++)
    open += items->of[w].open.count;
  return open;
}
