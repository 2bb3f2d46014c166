// driver/share.h - what this command shares with others that take part in the same search: it claims
// items of the store where it has none, and gives some away where others wait.
#ifndef MC_DRIVER_SHARE_H
#define MC_DRIVER_SHARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct items;
struct journal;

/// NULL, or a journal that is not shared: then it is not on, and the others do nothing.
void share_start(struct journal *journal);
bool share_is_on(void);

/// To be called often: renews the lease, opens what those had who are gone. NULL: the search goes on;
/// else why it ends [own: free].
char *share_look(void);
/// So many items others wait for.
uint32_t share_wanted(void);
/// Claims up to so many that are open in the store. Is there any?
bool share_claim(struct items *items, uint32_t most, size_t (*next)(const void *item, size_t bytes));
/// Gives away what others wait for, if there is as much.
void share_give(struct items *items);
/// Is nothing open or claimed, wherever?
bool share_is_done(void);

#endif // MC_DRIVER_SHARE_H
