// races/shadow.c - who has used which place in memory last, and the check of each access.
//
// For each 4 bytes of memory there is a cell: the epochs and sites of the last plain write and
// read. A write that happens after all other accesses takes their place: whatever is not ordered
// after it is not ordered after them either. Reads that nothing orders are kept in a list, one for
// each thread. An access to less than 4 bytes splits the cell into four. Atomic accesses have cells
// of their own, in which writes are lists too, since they need not be ordered among themselves.
//
// Cells come in pages, for 4096 bytes of memory each, 16 KB, which exist once something is accessed
// there; a directory of two levels leads to them.
//
// Source: Flanagan, Freund, PLDI 2009, figures 2 and 3.
#include "internal.h"

#include <string.h>

enum { CELLS = MC_CELL_PAGE / MC_CELL_BYTES, ALL_BYTES = (1 << MC_CELL_BYTES) - 1, CELL = 16 };

/// One of several last accesses, none of which happens before another.
struct entry {
  uint32_t epoch, site;
  uint32_t next; ///< as a list in a cell, 0: no more
  uint32_t unused;
};

struct access {
  struct mc_races *races;
  uint32_t epoch;
  uintptr_t site;
  uint32_t site_number; ///< 0: not yet known
  uint8_t flags;
  bool keeps; ///< it is made, not only looked at
  uintptr_t address;
  uint32_t size; ///< of what is checked now
};

static void *at(const struct mc_races *races, uint32_t number) {
  return (char *)races + (uint64_t)(number & ~SPECIAL) * CELL;
}

static uint32_t number_of(const struct mc_races *races, const void *place) {
  return (uint32_t)(((const char *)place - (const char *)races) / CELL) | SPECIAL;
}

static uint32_t site_number(struct access *a) {
  struct mc_races *races = a->races;
  if (a->site_number)
    return a->site_number;
  uint32_t i = (uint32_t)((uint64_t)a->site * 0x9e3779b97f4a7c15ull >> 40) % SITE_SLOTS;
  while (i == 0 || (races->site[i] && races->site[i] != a->site))
    i = (i + 1) % SITE_SLOTS;
  if (!races->site[i] && races->sites < SITE_SLOTS * 3 / 4) {
    races->site[i] = a->site;
    races->sites++;
  }
  return a->site_number = i;
}

//===- Pages ----------------------------------------------------------------------------------===//

static struct mc_cell_page *page_at(const struct mc_races *races, uintptr_t address) {
  struct mc_cell_region *region =
      races->directory.region[address >> MC_REGION_SHIFT & (MC_REGIONS - 1)];
  return region ? &region->page[address / MC_CELL_PAGE & (MC_REGION_PAGES - 1)] : NULL;
}

/// The same, made if need be. NULL: full.
static struct mc_cell_page *make_page(struct mc_races *races, uintptr_t address) {
  struct mc_cell_region **region =
      &races->directory.region[address >> MC_REGION_SHIFT & (MC_REGIONS - 1)];
  if (!*region)
    *region = races_take_memory(races, sizeof **region);
  return page_at(races, address);
}

static struct mc_cell *make_cells(struct mc_races *races, struct mc_cell **cells) {
  if (!*cells)
    *cells = races_take_memory(races, CELLS * sizeof **cells);
  return *cells;
}

//===- Lists of accesses ----------------------------------------------------------------------===//

/// Calls `visit` for each access of a list, or for the only one.
static void visit(struct access *a, uint32_t list, uint32_t site,
                  void (*each)(struct access *a, uint32_t epoch, uint32_t site, uint8_t flags),
                  uint8_t flags) {
  if (!(list & SPECIAL)) {
    if (list)
      each(a, list, site, flags);
    return;
  }
  for (; list; list = ((struct entry *)at(a->races, list))->next) {
    const struct entry *e = at(a->races, list);
    each(a, e->epoch, e->site, flags);
  }
}

/// Adds the access; drops what happens before it.
static void add_entry(struct access *a, uint32_t *list, uint32_t *site) {
  struct mc_races *races = a->races;
  if (!*list || (!(*list & SPECIAL) && is_before(races, *list, thread_of(a->epoch)))) {
    *list = a->epoch;
    *site = site_number(a);
    return;
  }
  if (!(*list & SPECIAL)) {
    struct entry *first = races_take_memory(races, sizeof *first);
    if (!first)
      return;
    *first = (struct entry){.epoch = *list, .site = *site};
    *list = number_of(races, first);
  }
  for (uint32_t i = *list; i; i = ((struct entry *)at(races, i))->next) {
    struct entry *e = at(races, i);
    if (thread_of(e->epoch) == thread_of(a->epoch)) {
      e->epoch = a->epoch;
      e->site = site_number(a);
      return;
    }
  }
  struct entry *e = races_take_memory(races, sizeof *e);
  if (!e)
    return;
  *e = (struct entry){.epoch = a->epoch, .site = site_number(a), .next = *list};
  *list = number_of(races, e);
}

//===- Checks ---------------------------------------------------------------------------------===//

// What a step gives is ordered with what the step itself does: an atomic access has the position
// that its thread had before the step.
static uint32_t epoch_of(uint32_t epoch_after, uint8_t flags) {
  return flags & MC_IS_ATOMIC ? epoch_after - 1 : epoch_after;
}

static struct mc_race_access as_made(uintptr_t site, uint32_t epoch, uint8_t flags) {
  const uint32_t position = position_of(epoch) + (flags & MC_IS_ATOMIC ? 1 : 0);
  return (struct mc_race_access){site, thread_of(epoch), position, flags};
}

static void check(struct access *a, uint32_t epoch, uint32_t site, uint8_t flags) {
  struct mc_races *races = a->races;
  if (is_before(races, epoch, thread_of(a->epoch)))
    return;
  races->config.catch_up(races);
  if (is_before(races, epoch, thread_of(a->epoch)))
    return;
  const struct mc_race race = {
      .access = {as_made(races->site[site], epoch, flags), as_made(a->site, a->epoch, a->flags)},
      .address = a->address,
      .size = a->size,
  };
  races->config.found(&race);
}

/// A cell that is not split, or a quarter of one that is.
static void check_plain(struct access *a, struct mc_cell *cell) {
  if (!cell->write && !cell->read)
    return;
  visit(a, cell->write, cell->write_site, check, MC_IS_WRITE);
  if (a->flags & MC_IS_WRITE)
    visit(a, cell->read, cell->read_site, check, 0);
}

static void check_atomic(struct access *a, struct mc_cell *cell) {
  visit(a, cell->write, cell->write_site, check, MC_IS_WRITE | MC_IS_ATOMIC);
  if (a->flags & MC_IS_WRITE)
    visit(a, cell->read, cell->read_site, check, MC_IS_ATOMIC);
}

static void keep_plain(struct access *a, struct mc_cell *cell) {
  if (!(a->flags & MC_IS_WRITE)) {
    add_entry(a, &cell->read, &cell->read_site);
    return;
  }
  *cell = (struct mc_cell){.write = a->epoch, .write_site = site_number(a)};
}

static void keep_atomic(struct access *a, struct mc_cell *cell) {
  if (a->flags & MC_IS_WRITE)
    add_entry(a, &cell->write, &cell->write_site);
  else
    add_entry(a, &cell->read, &cell->read_site);
}

static uint32_t copy_list(struct mc_races *races, uint32_t list) {
  uint32_t copy = 0;
  if (!(list & SPECIAL))
    return list;
  for (; list; list = ((struct entry *)at(races, list))->next) {
    struct entry *e = races_take_memory(races, sizeof *e);
    if (!e)
      break;
    *e = *(struct entry *)at(races, list);
    e->next = copy;
    copy = number_of(races, e);
  }
  return copy;
}

// A split cell has the number of its quarters in `read_site`, and a mark in `read`, which is no
// epoch, and no list.
static bool is_split(const struct mc_cell *cell) { return cell->read == SPECIAL; }

static struct mc_cell *quarters_of(const struct mc_races *races, const struct mc_cell *cell) {
  return at(races, cell->read_site);
}

static bool split(struct mc_races *races, struct mc_cell *cell) {
  struct mc_cell *quarter = races_take_memory(races, MC_CELL_BYTES * sizeof *quarter);
  if (!quarter)
    return false;
  for (unsigned i = 0; i < MC_CELL_BYTES; i++) {
    quarter[i] = *cell;
    quarter[i].write = copy_list(races, cell->write);
    quarter[i].read = copy_list(races, cell->read);
  }
  *cell = (struct mc_cell){.read = SPECIAL, .read_site = number_of(races, quarter)};
  return true;
}

typedef void (*on_cell)(struct access *a, struct mc_cell *cell);

/// Calls `look` for what the cell has of these bytes, and then `keep`, or NULL.
static void in_cell(struct access *a, struct mc_cell *cell, unsigned bytes, on_cell look,
                    on_cell keep) {
  if (!is_split(cell) && (bytes == ALL_BYTES || !keep || !split(a->races, cell))) {
    look(a, cell);
    if (keep && bytes == ALL_BYTES)
      keep(a, cell);
    return;
  }
  struct mc_cell *quarter = quarters_of(a->races, cell);
  const uintptr_t start = a->address;
  for (unsigned i = 0; i < MC_CELL_BYTES; i++)
    if (bytes >> i & 1) {
      a->address = (start & ~(uintptr_t)(MC_CELL_BYTES - 1)) + i;
      a->size = 1;
      look(a, &quarter[i]);
      if (keep)
        keep(a, &quarter[i]);
    }
}

static void nothing(struct access *a, struct mc_cell *cell) { (void)a, (void)cell; }

/// The bytes of one cell, `first` to `end`.
static void access_cell(struct access *a, uintptr_t first, uintptr_t end) {
  const unsigned offset = first % MC_CELL_BYTES, i = first % MC_CELL_PAGE / MC_CELL_BYTES;
  const unsigned bytes = (unsigned)(((1u << (end - first)) - 1) << offset);
  struct mc_cell_page *page = page_at(a->races, first);
  const bool is_atomic = a->flags & MC_IS_ATOMIC;
  if (is_atomic ? page->plain != NULL : page->atomic != NULL) {
    a->address = first, a->size = (uint32_t)(end - first);
    in_cell(a, is_atomic ? &page->plain[i] : &page->atomic[i], bytes,
            is_atomic ? check_plain : check_atomic, NULL);
  }
  a->address = first, a->size = (uint32_t)(end - first);
  struct mc_cell *own = is_atomic ? page->atomic : page->plain;
  if (own)
    in_cell(a, &own[i], bytes, is_atomic ? nothing : check_plain,
            !a->keeps   ? NULL
            : is_atomic ? keep_atomic
                        : keep_plain);
}

static bool make_cells_at(struct mc_races *races, uintptr_t address, bool is_atomic) {
  struct mc_cell_page *page = make_page(races, address);
  if (!page || !make_cells(races, is_atomic ? &page->atomic : &page->plain))
    return false;
  if (!page->visible)
    page->fast = page->plain;
  return true;
}

static void access_memory(struct access *a, uintptr_t address, uint64_t size) {
  uintptr_t end = address + size, cell_end;
  for (uintptr_t next; address < end; address = next) {
    const uintptr_t page_end = (address | (MC_CELL_PAGE - 1)) + 1;
    next = end < page_end ? end : page_end;
    if (a->keeps ? !make_cells_at(a->races, address, a->flags & MC_IS_ATOMIC)
                 : !page_at(a->races, address))
      continue;
    for (uintptr_t i = address; i < next; i = cell_end) {
      cell_end = (i | (MC_CELL_BYTES - 1)) + 1;
      cell_end = next < cell_end ? next : cell_end;
      access_cell(a, i, cell_end);
    }
  }
}

void mc_races_access(struct mc_races *races, uint32_t epoch, uintptr_t address, uint64_t size,
                     uint8_t flags, uintptr_t site) {
  struct access a = {.races = races,
                     .epoch = epoch_of(epoch, flags),
                     .site = site,
                     .flags = flags,
                     .keeps = true};
  access_memory(&a, address, size);
}

void mc_races_look(struct mc_races *races, uint32_t epoch, uintptr_t address, uint64_t size,
                   uint8_t flags, uintptr_t site) {
  struct access a = {
      .races = races, .epoch = epoch_of(epoch, flags), .site = site, .flags = flags};
  access_memory(&a, address, size);
}

//===- New memory, visible memory -------------------------------------------------------------===//

static void forget_cell(const struct mc_races *races, struct mc_cell *cell, uintptr_t first,
                        uintptr_t end) {
  if (!is_split(cell) || end - first == MC_CELL_BYTES)
    *cell = (struct mc_cell){0};
  else
    memset(&quarters_of(races, cell)[first % MC_CELL_BYTES], 0,
           (end - first) * sizeof(struct mc_cell));
}

void mc_races_forget(struct mc_races *races, uintptr_t address, uint64_t size) {
  const uintptr_t end = address + size;
  for (uintptr_t next; address < end; address = next) {
    const uintptr_t page_end = (address | (MC_CELL_PAGE - 1)) + 1;
    const struct mc_cell_page *page = page_at(races, address);
    next = end < page_end ? end : page_end;
    for (uintptr_t i = address, cell_end; page && i < next; i = cell_end) {
      cell_end = (i | (MC_CELL_BYTES - 1)) + 1;
      cell_end = next < cell_end ? next : cell_end;
      const unsigned cell = i % MC_CELL_PAGE / MC_CELL_BYTES;
      if (page->plain)
        forget_cell(races, &page->plain[cell], i, cell_end);
      if (page->atomic)
        forget_cell(races, &page->atomic[cell], i, cell_end);
    }
  }
}

void mc_races_make_visible(struct mc_races *races, uintptr_t address, uint64_t size) {
  for (uintptr_t i = address; i < address + size; i++) {
    struct mc_cell_page *page = make_page(races, i);
    if (page && !page->visible)
      page->visible = races_take_memory(races, MC_CELL_PAGE / 8);
    if (!page || !page->visible)
      return;
    page->fast = NULL;
    page->visible[i % MC_CELL_PAGE / 8] |= (uint8_t)(1 << i % 8);
  }
}

uintptr_t mc_races_visible(const struct mc_races *races, uintptr_t address, uint64_t size) {
  const uintptr_t end = address + size;
  for (uintptr_t next; address < end; address = next) {
    const uintptr_t page_end = (address | (MC_CELL_PAGE - 1)) + 1;
    const struct mc_cell_page *page = page_at(races, address);
    next = end < page_end ? end : page_end;
    if (page && page->visible)
      for (uintptr_t i = address; i < next; i++)
        if (page->visible[i % MC_CELL_PAGE / 8] >> i % 8 & 1)
          return i;
  }
  return end;
}
