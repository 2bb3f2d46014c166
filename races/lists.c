// races/lists.c - the last accesses of one kind to a cell, where they are several; and the memory
// of such lists and of split cells, which is used again when they are gone.
//
// One access is its epoch and the number of its site. Several are a list of entries, the latest
// first: the epoch is that of the first entry, so that hooks see a repeated access, and in place of
// the site is the entry's number. Of each thread there is at most one.
#include "cells.h"

#include <string.h>

/// One of several last accesses.
struct entry {
  uint32_t epoch, site;
  uint32_t next; ///< 0: no more
  uint32_t unused;
};

static struct entry *entry_at(const struct mc_races *races, uint32_t number) {
  return races_at(races, number);
}

/// A place of so many cells, which `*unused` has or is new; its number, or 0: full.
static uint32_t take_place(struct mc_races *races, uint32_t *unused, unsigned cells) {
  const uint32_t number = *unused;
  if (!number) {
    const void *place = races_take_cells(races, cells * sizeof(struct mc_cell));
    return place ? races_number_of(races, place) : 0;
  }
  *unused = *(uint32_t *)races_at(races, number);
  return number;
}

static void give_place(const struct mc_races *races, uint32_t *unused, uint32_t number) {
  *(uint32_t *)races_at(races, number) = *unused;
  *unused = number;
}

uint32_t races_take_quarters(struct mc_races *races) {
  return take_place(races, &races->unused_quarters, MC_CELL_BYTES);
}

void races_give_quarters(struct mc_races *races, uint32_t number) {
  give_place(races, &races->unused_quarters, number);
}

void races_drop_list(struct mc_races *races, uint32_t site) {
  for (uint32_t next; site & MC_CELL_SPECIAL; site = next) {
    next = entry_at(races, site)->next;
    give_place(races, &races->unused_entries, site);
  }
}

/// The entry in front of the list; false: full.
static bool push(struct mc_races *races, uint32_t *list, uint32_t epoch, uint32_t site) {
  const uint32_t number = take_place(races, &races->unused_entries, 1);
  if (!number)
    return false;
  *entry_at(races, number) = (struct entry){.epoch = epoch, .site = site, .next = *list};
  *list = number;
  return true;
}

/// Takes the entries out that happen before what the thread does now.
static void drop_before(struct mc_races *races, uint32_t *list, mc_thread thread) {
  for (uint32_t *link = list, number; (number = *link);) {
    struct entry *e = entry_at(races, number);
    if (is_before(races, e->epoch, thread)) {
      *link = e->next;
      give_place(races, &races->unused_entries, number);
    } else
      link = &e->next;
  }
}

void races_add(struct mc_races *races, uint32_t *epoch, uint32_t *site, uint32_t new_epoch,
               uint32_t new_site) {
  uint32_t list = 0;
  if (*site & MC_CELL_SPECIAL) {
    list = *site;
    drop_before(races, &list, thread_of(new_epoch));
  } else if (*epoch && !is_before(races, *epoch, thread_of(new_epoch)) &&
             !push(races, &list, *epoch, *site))
    return;
  if (!list)
    *site = new_site;
  else if (push(races, &list, new_epoch, new_site))
    *site = list;
  else {
    *site = list;
    *epoch = entry_at(races, list)->epoch;
    return;
  }
  *epoch = new_epoch;
}

uint32_t races_copy_list(struct mc_races *races, uint32_t site) {
  uint32_t copy = 0, *end = &copy;
  if (!(site & MC_CELL_SPECIAL))
    return site;
  const uint32_t latest = entry_at(races, site)->site;
  for (; site; site = entry_at(races, site)->next) {
    const struct entry *e = entry_at(races, site);
    if (!push(races, end, e->epoch, e->site))
      break;
    end = &entry_at(races, *end)->next;
  }
  return copy ? copy : latest;
}

void races_visit(const struct mc_races *races, uint32_t epoch, uint32_t site, races_visitor *each,
                 void *argument) {
  if (!(site & MC_CELL_SPECIAL)) {
    if (epoch)
      each(argument, epoch, site);
    return;
  }
  for (; site; site = entry_at(races, site)->next)
    each(argument, entry_at(races, site)->epoch, entry_at(races, site)->site);
}
