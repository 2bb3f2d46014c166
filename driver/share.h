// driver/share.h - what this command shares with others that take part in the same search: it
// claims items of the store where it has none, and gives some away where others wait.
#ifndef MC_DRIVER_SHARE_H
#define MC_DRIVER_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct items;
struct store;

struct share {
  struct store *store;   ///< NULL: it is not on
  uint64_t (*now)(void); ///< in milliseconds
  uint64_t renewed, reclaimed, claimed, pause;
  uint32_t wanted;    ///< so many items others wait for
  bool found_nothing; ///< the last time it claimed
};

/// NULL, or a store that is not shared: then it is not on.
struct share share_make(struct store *store, uint64_t (*now)(void));
static inline bool share_is_on(const struct share *share) { return share->store != NULL; }

/// To be called often: renews the lease, opens what those had who are gone. NULL: the search goes
/// on; else why it ends [own: free].
char *share_look(struct share *share);
/// Claims up to so many that are open in the store. Is there any?
bool share_claim(struct share *share, struct items *items, uint32_t most,
                 size_t (*next)(const void *item, size_t bytes));
/// Gives away what others wait for, if there is as much.
void share_give(struct share *share, struct items *items);
/// Is nothing open or claimed, wherever? Asked once behind a claim that found nothing.
bool share_is_done(struct share *share);

#endif // MC_DRIVER_SHARE_H
