// driver/share.c - see share.h. Who waits looks again after 5 ms, then ever later, up to half a
// second: a thousand that wait are not to keep the database busy.
#include "share.h"
#include "diagnose.h"
#include "items.h"
#include "journal.h"
#include "journal_facts.h"
#include "store.h"
#include <stdlib.h>
#include <time.h>

enum {
  RENEW = 200,    // ms
  RECLAIM = 1000, // ms
  SHORTEST = 5,
  LONGEST = 500,
  MOST_GIVEN = 64,
};

static struct {
  struct store *store; ///< NULL: it is not on
  uint64_t renewed, reclaimed, claimed, pause;
  uint32_t wanted;
} share;

static uint64_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static const struct store_shared *does(void) { return share.store->does->shared; }

void share_start(struct journal *journal) {
  struct store *store = journal_store(journal);
  share.store = store && store->does->shared ? store : NULL;
  share.wanted = 0;
  share.pause = SHORTEST;
}

bool share_is_on(void) { return share.store != NULL; }
uint32_t share_wanted(void) { return share.wanted; }

static char *take_fault(void) {
  char *why = share.store->fault;
  share.store->fault = NULL;
  return why;
}

char *share_look(void) {
  const uint64_t now = now_ms();
  if (!share.store)
    return NULL;
  if (share.store->fault || now - share.renewed < RENEW)
    return take_fault();
  share.renewed = now;
  share.wanted = does()->renew(share.store);
  if (!share.store->fault && now - share.reclaimed >= RECLAIM) {
    share.reclaimed = now;
    does()->reclaim(share.store);
  }
  char *ended = share.store->fault ? NULL : share.store->does->get(share.store, "ended", NULL);
  if (ended && !share.store->fault) {
    char *why = format_text("another worker has ended the search: %s", facts_on_one_line(ended));
    free(ended);
    return why;
  }
  return take_fault();
}

struct taker {
  struct items *items;
  size_t (*next)(const void *item, size_t bytes);
};

static bool take(void *context, int64_t row, const void *item, size_t bytes) {
  const struct taker *taker = context;
  return items_open_old(taker->items, row, item, bytes, taker->next);
}

bool share_claim(struct items *items, uint32_t most,
                 size_t (*next)(const void *item, size_t bytes)) {
  const uint64_t now = now_ms();
  if (now - share.claimed < share.pause)
    return false;
  struct taker taker = {items, next};
  const bool got = does()->claim(share.store, most, take, &taker) > 0;
  share.claimed = now;
  share.pause = got ? SHORTEST : share.pause < LONGEST / 2 ? 2 * share.pause : LONGEST;
  return got;
}

void share_give(struct items *items) {
  int64_t row[MOST_GIVEN];
  const unsigned most = share.wanted < MOST_GIVEN ? share.wanted : MOST_GIVEN;
  const unsigned given = most ? items_release(items, most, row) : 0;
  if (given)
    does()->release(share.store, row, given);
  share.wanted -= given;
}

bool share_is_done(void) {
  return does()->is_empty(share.store) && !share.store->fault;
}
