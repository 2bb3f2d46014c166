// driver/earliest.h - where a search of one worker would end (--reproducible): what comes behind
// that place is not wanted. Commands that search by one journal tell each other.
#ifndef MC_DRIVER_EARLIEST_H
#define MC_DRIVER_EARLIEST_H

#include <stdbool.h>
#include <stdint.h>

struct items;
struct journal;
struct noted;

struct earliest {
  uint32_t *place; ///< [places] see mc_compare_places; NULL: none is known
  uint32_t places;
};

/// One of the traces that were noted ends the search before all ends that were known: that is told
/// to the others. Those behind it are noted no more.
bool earliest_find(struct earliest *earliest, struct noted *noted, struct journal *journal);
/// The others have told such an end. What is none is a fault of the journal.
bool earliest_ask(struct earliest *earliest, struct journal *journal);
/// Open items behind it are none. NULL: that is done; else why not [own: free].
char *earliest_drop(struct earliest *earliest, struct items *items, struct journal *journal);

#endif // MC_DRIVER_EARLIEST_H
