// dpor/items.h - items as bytes: a head (struct mc_item_head), the numbers of its place, its
// records, its steps. Each algorithm that can be divided has its own kind of items.
#ifndef MC_DPOR_ITEMS_H
#define MC_DPOR_ITEMS_H

#include "internal.h"

#include <string.h>

struct mc_item_record {
  uint32_t at, head, rank, fails;
  mc_thread thread;
  mc_alternative alternative;
};

struct mc_item_step {
  mc_thread thread;
  mc_alternative alternative;
  uint16_t is_forced;
};

static inline size_t mc_bytes_of_item(uint64_t steps, uint64_t records, uint64_t keys) {
  return sizeof(struct mc_item_head) + keys * sizeof(uint32_t) +
         records * sizeof(struct mc_item_record) + steps * sizeof(struct mc_item_step);
}

/// Behind `*to`, which then is behind that.
static inline void mc_put(char **to, const void *from, size_t bytes) {
  if (bytes) // else `from` may be NULL
    memcpy(*to, from, bytes);
  *to += bytes;
}

/// What the functions of search.h with these names do.
struct mc_item_kind {
  bool (*tell)(const struct mc_search *search, void *room, size_t bytes, size_t *used);
  bool (*give)(struct mc_search *search, uint32_t most, void *room, size_t bytes, size_t *used);
  size_t (*tell_trace)(const struct mc_search *search, void *room, size_t bytes);
  /// `from`: what comes behind the head, of which the lengths are right.
  bool (*take)(struct mc_search *search, const char *from, const struct mc_item_head *head);
  bool (*runs_again)(const struct mc_search *search);
  uint32_t (*place)(const struct mc_search *search, uint32_t place[], uint32_t most);
  void (*drop)(struct mc_search *search);
};
extern const struct mc_item_kind mc_pop_items, mc_dfs_items, mc_sample_items;

#endif // MC_DPOR_ITEMS_H
