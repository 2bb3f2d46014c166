// driver/share.c - see share.h. Who waits looks again after 5 ms, then ever later, up to half a
// second: a thousand that wait are not to keep the database busy.
#include "share.h"
#include "diagnose.h"
#include "items.h"
#include "journal_facts.h"
#include "store.h"
#include <stdlib.h>

enum {
  RENEW = 200,    // ms
  RECLAIM = 1000, // ms
  SHORTEST = 5,
  LONGEST = 500,
  MOST_GIVEN = 64,
};

struct share share_make(struct store *store, uint64_t (*now)(void)) {
  const bool is_on = store && store->does->shared;
  return (struct share){.store = is_on ? store : NULL, .now = now, .pause = SHORTEST};
}

static const struct store_shared *does(const struct share *share) {
  return share->store->does->shared;
}

static char *take_fault(struct share *share) {
  char *why = share->store->fault;
  share->store->fault = NULL;
  return why;
}

char *share_look(struct share *share) {
  if (!share->store)
    return NULL;
  const uint64_t now = share->now();
  if (share->store->fault || now - share->renewed < RENEW)
    return take_fault(share);
  share->renewed = now;
  share->wanted = does(share)->renew(share->store);
  if (share->store->fault || now - share->reclaimed < RECLAIM)
    return take_fault(share);
  share->reclaimed = now;
  does(share)->reclaim(share->store);
  char *ended = share->store->fault ? NULL : share->store->does->get(share->store, "ended", NULL);
  if (ended && !share->store->fault) {
    char *why = format_text("another worker has ended the search: %s", facts_on_one_line(ended));
    free(ended);
    return why;
  }
  return take_fault(share);
}

struct taker {
  struct items *items;
  size_t (*next)(const void *item, size_t bytes);
};

static bool take(void *context, int64_t row, const void *item, size_t bytes) {
  const struct taker *taker = context;
  return items_open_old(taker->items, row, item, bytes, taker->next);
}

bool share_claim(struct share *share, struct items *items, uint32_t most,
                 size_t (*next)(const void *item, size_t bytes)) {
  const uint64_t now = share->now();
  if (now - share->claimed < share->pause)
    return false;
  struct taker taker = {items, next};
  const bool got = does(share)->claim(share->store, most, take, &taker) > 0;
  share->claimed = now;
  share->found_nothing = !got;
  share->pause = got ? SHORTEST : share->pause < LONGEST / 2 ? 2 * share->pause : LONGEST;
  return got;
}

void share_give(struct share *share, struct items *items) {
  int64_t row[MOST_GIVEN];
  const unsigned most = share->wanted < MOST_GIVEN ? share->wanted : MOST_GIVEN;
  const unsigned given = most ? items_release(items, most, row) : 0;
  if (given)
    does(share)->release(share->store, row, given);
  share->wanted -= given;
}

bool share_is_done(struct share *share) {
  const bool asks = share->found_nothing && !share->store->fault;
  share->found_nothing = false;
  return asks && does(share)->is_empty(share->store) && !share->store->fault;
}
