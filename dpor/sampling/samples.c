// dpor/sampling/samples.c - items of a testing strategy: a sample depends on nothing but its
// number, so an item is two numbers, of its first sample and behind its last one.
#include "dpor/items.h"
#include "strategy.h"

#include <string.h>

enum { KEYS = 4, PLACES = 2, AT_ONCE = 1024 };

static void put_number(uint32_t to[2], uint64_t number) {
  to[0] = (uint32_t)(number >> 32);
  to[1] = (uint32_t)number;
}

static uint64_t number_of(const uint32_t from[2]) { return (uint64_t)from[0] << 32 | from[1]; }

/// 0: there is no room.
static size_t write_item(uint64_t first, uint64_t end, bool has_run, char *to, size_t room) {
  const size_t bytes = mc_bytes_of_item(0, 0, KEYS);
  const struct mc_item_head head = {.bytes = (uint32_t)bytes, .keys = KEYS, .has_run = has_run};
  uint32_t key[KEYS];
  if (bytes > room)
    return 0;
  put_number(key, first);
  put_number(key + 2, end);
  memcpy(to, &head, sizeof head);
  memcpy(to + sizeof head, key, sizeof key);
  return bytes;
}

static uint64_t end_of(const struct mc_search *search) {
  const uint64_t most = search->config.most_samples;
  return search->is_divided ? search->strategy->end : most ? most : UINT64_MAX;
}

static bool tell(const struct mc_search *search, void *room, size_t bytes, size_t *used) {
  const uint64_t first = search->strategy->trace, end = end_of(search);
  *used = search->tree->done || first >= end ? 0 : write_item(first, end, false, room, bytes);
  return search->tree->done || first >= end || *used;
}

/// The samples that come next stay here. Those that have no end are not halved.
static bool give(struct mc_search *search, uint32_t most, void *room, size_t bytes, size_t *used) {
  struct mc_strategy *strategy = search->strategy;
  *used = 0;
  for (; most > 0 && !search->tree->done; most--) {
    const uint64_t first = strategy->trace, left = strategy->end - first;
    const uint64_t part = strategy->end == UINT64_MAX ? AT_ONCE : left / (most + 1);
    if (left < 2 || !part)
      continue;
    const uint64_t from = strategy->end == UINT64_MAX ? first + part : strategy->end - part;
    const size_t size = write_item(from, strategy->end, false, (char *)room + *used, bytes - *used);
    if (!size)
      return false;
    *used += size;
    strategy->end = from;
  }
  return true;
}

static size_t tell_trace(const struct mc_search *search, void *room, size_t bytes) {
  return write_item(search->strategy->trace, search->strategy->trace + 1, true, room, bytes);
}

static bool take(struct mc_search *search, const char *from, const struct mc_item_head *head) {
  struct mc_strategy *strategy = search->strategy;
  uint32_t key[KEYS];
  if (head->keys != KEYS)
    return false;
  memcpy(key, from, sizeof key);
  strategy->trace = number_of(key);
  strategy->end = number_of(key + 2);
  strategy->runs_again = head->has_run;
  search->tree->done = false;
  return strategy->trace < strategy->end;
}

static bool runs_again(const struct mc_search *search) {
  return search->strategy->runs_again && !search->tree->done;
}

static uint32_t place_of(const struct mc_search *search, uint32_t place[], uint32_t most) {
  uint32_t number[PLACES];
  put_number(number, search->strategy->trace);
  for (uint32_t i = 0; i < PLACES && i < most; i++)
    place[i] = number[i];
  return PLACES;
}

static void drop(struct mc_search *search) {
  search->strategy->runs_again = false;
  search->tree->done = true;
}

const struct mc_item_kind mc_sample_items = {.tell = tell,
                                             .give = give,
                                             .tell_trace = tell_trace,
                                             .take = take,
                                             .runs_again = runs_again,
                                             .place = place_of,
                                             .drop = drop};
