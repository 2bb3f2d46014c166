// driver/items.h - the items of a divided search: which are open, and who runs which.
//
// An item is bytes that nothing here understands. Each worker has those that it found, the next one
// to run first; it takes from there, and where it has none, the last ones of who has most. What a
// worker has claimed stays here until it commits: then what is left of it, and what came of it,
// takes its place, and its counts are added, in one go. A worker that is gone gives back what it
// has claimed.
#ifndef MC_DRIVER_ITEMS_H
#define MC_DRIVER_ITEMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct items;
struct journal;

/// Who is told what a commit changes: an item that is added gets a row, by which it is removed.
struct items_keeper {
  struct journal *journal;
  int64_t (*add)(struct journal *journal, const void *item, size_t bytes); ///< NULL: nobody is told
  void (*remove)(struct journal *journal, int64_t row);
};

/// NULL: no memory.
struct items *items_make(unsigned workers, struct items_keeper keeper);
void items_free(struct items *items);

/// What the worker had claimed is now these items: `kept` bytes, which it has claimed, the next one
/// to run first, and behind them `given` bytes, which are open. Each is `next` bytes long (0: it is
/// none). false: they are no items, or there is no memory; then nothing has changed.
bool items_commit(struct items *items, unsigned worker, const void *bytes, size_t kept,
                  size_t given, size_t (*next)(const void *item, size_t bytes));
/// An item that the keeper has, of that row, is open: behind those that are. false: it is none, or
/// there is no memory.
bool items_open_old(struct items *items, int64_t row, const void *item, size_t bytes,
                    size_t (*next)(const void *item, size_t bytes));
/// The worker claims up to `most` items that have room there, beside what it has. Returns
/// how many, and in `*bytes` their bytes.
unsigned items_claim(struct items *items, unsigned worker, unsigned most, void *room,
                     size_t *bytes);
void items_give_back(struct items *items, unsigned worker);

/// Up to so many items that are open, the last ones of who has most, are given away, and forgotten
/// here. Returns how many, and the keeper's rows of them.
unsigned items_release(struct items *items, unsigned most, int64_t *row);
/// Open items that are not wanted any more are none.
void items_drop(struct items *items, bool (*is_unwanted)(void *context, const void *item),
                void *context);

/// Nothing is open, and nothing is claimed.
bool items_are_done(const struct items *items);
/// How many are open, and not claimed.
uint64_t items_open(const struct items *items);

#endif // MC_DRIVER_ITEMS_H
