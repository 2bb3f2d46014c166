// races/shadow.c - who has used which place in memory last, and the check of each access.
//
// For each 4 bytes of memory there is a cell: the epochs and sites of the last plain write and
// read. A write that happens after all other accesses takes their place: whatever is not ordered
// after it is not ordered after them either. Where it does not happen after them, it races with
// them, and the place is known to be racy. Reads that nothing orders are kept in a list. An access
// to less than 4 bytes splits the cell into four, which become one again when they are the same.
// Atomic accesses have cells of their own, in which writes are lists too, since they need not be
// ordered among themselves.
//
// Clocks may lag behind: what they order is ordered. Only where they do not, they are brought up to
// date, and before a race is reported.
//
// Cells come in pages, for 4096 bytes of memory each, 16 KB, which exist once something is accessed
// there; a directory of two levels leads to them.
//
// Source: Flanagan, Freund, PLDI 2009, figures 2 and 3.
#include "cells.h"

#include <string.h>

enum { CELLS = MC_CELL_PAGE / MC_CELL_BYTES, ALL_BYTES = (1 << MC_CELL_BYTES) - 1 };

/// Addresses from here on are not those of a program.
static const uintptr_t END_OF_MEMORY = (uintptr_t)MC_REGIONS << MC_REGION_SHIFT;

struct access {
  struct mc_races *races;
  uint32_t epoch;
  uintptr_t site;
  uint32_t site_number; ///< 0: not yet known
  uint8_t flags;
  uint8_t found_flags; ///< of the accesses that it is checked against
  bool keeps;          ///< it is made, not only looked at
  uintptr_t address;
  uint32_t size; ///< of what is checked now
};

static uint32_t site_number(struct access *a) {
  struct mc_races *races = a->races;
  if (a->site_number)
    return a->site_number;
  uint32_t i = (uint32_t)(a->site / sizeof(void *)) % SITE_SLOTS; // neighbours share a page
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
    *region = races_take_cells(races, sizeof **region);
  return page_at(races, address);
}

static struct mc_cell *make_cells(struct mc_races *races, struct mc_cell **cells) {
  if (!*cells)
    *cells = races_take_cells(races, CELLS * sizeof **cells);
  return *cells;
}

/// The end of the range, or of memory.
static uintptr_t end_of(uintptr_t address, uint64_t size) {
  if (address >= END_OF_MEMORY)
    return address;
  return size < END_OF_MEMORY - address ? address + size : END_OF_MEMORY;
}

static uintptr_t end_of_block(uintptr_t address, uintptr_t block, uintptr_t end) {
  const uintptr_t next = (address | (block - 1)) + 1;
  return next < end ? next : end;
}

//===- Checks ---------------------------------------------------------------------------------===//

// What a step releases is ordered with what the step itself does: an atomic access has the position
// that its thread had before the step.
static uint32_t epoch_of(uint32_t epoch_after, uint8_t flags) {
  return flags & MC_IS_ATOMIC ? epoch_after - 1 : epoch_after;
}

static struct mc_race_access as_made(uintptr_t site, uint32_t epoch, uint8_t flags) {
  const uint32_t position = position_of(epoch) + (flags & MC_IS_ATOMIC ? 1 : 0);
  return (struct mc_race_access){site, thread_of(epoch), position, flags};
}

static void check(void *argument, uint32_t epoch, uint32_t site) {
  const struct access *a = argument;
  struct mc_races *races = a->races;
  if (is_before(races, epoch, thread_of(a->epoch)))
    return;
  races->config.catch_up(races);
  if (is_before(races, epoch, thread_of(a->epoch)) || races->blind)
    return;
  const struct mc_race race = {
      .access = {as_made(races->site[site], epoch, a->found_flags),
                 as_made(a->site, a->epoch, a->flags)},
      .address = a->address,
      .size = a->size,
  };
  races->config.found(&race);
}

/// A cell that is not split, or a quarter of one that is. `kind`: of what is in the cell.
static void check_cell(struct access *a, const struct mc_cell *cell, uint8_t kind) {
  a->found_flags = kind | MC_IS_WRITE;
  races_visit(a->races, cell->write, cell->write_site, check, a);
  a->found_flags = kind;
  if (a->flags & MC_IS_WRITE)
    races_visit(a->races, cell->read, cell->read_site, check, a);
}

static void keep_in_cell(struct access *a, struct mc_cell *cell) {
  struct mc_races *races = a->races;
  const uint32_t site = site_number(a);
  if (!(a->flags & MC_IS_WRITE))
    races_add(races, &cell->read, &cell->read_site, a->epoch, site);
  else if (a->flags & MC_IS_ATOMIC)
    races_add(races, &cell->write, &cell->write_site, a->epoch, site);
  else {
    races_drop_list(races, cell->read_site);
    *cell = (struct mc_cell){.write = a->epoch, .write_site = site};
  }
}

//===- Split cells ----------------------------------------------------------------------------===//

// Of a cell that is split, `read_site` has the number of its quarters, and `read` is no epoch.
static bool is_split(const struct mc_cell *cell) { return cell->read == MC_CELL_SPECIAL; }

static struct mc_cell *quarters_of(const struct mc_races *races, const struct mc_cell *cell) {
  return races_at(races, cell->read_site);
}

static bool split(struct mc_races *races, struct mc_cell *cell) {
  const uint32_t number = races_take_quarters(races);
  if (!number)
    return false;
  struct mc_cell *quarter = races_at(races, number);
  for (unsigned i = 0; i < MC_CELL_BYTES; i++) {
    quarter[i] = *cell;
    if (i > 0) {
      quarter[i].write_site = races_copy_list(races, cell->write_site);
      quarter[i].read_site = races_copy_list(races, cell->read_site);
    }
  }
  *cell = (struct mc_cell){.read = MC_CELL_SPECIAL, .read_site = number};
  return true;
}

/// Quarters that have become the same, after the last one was accessed: most programs go through
/// their bytes from the first to the last.
static void unite(struct mc_races *races, struct mc_cell *cell) {
  const uint32_t number = cell->read_site;
  const struct mc_cell *quarter = races_at(races, number);
  if ((quarter->write_site | quarter->read_site) & MC_CELL_SPECIAL)
    return;
  for (unsigned i = 1; i < MC_CELL_BYTES; i++)
    if (memcmp(&quarter[i], quarter, sizeof *quarter) != 0)
      return;
  *cell = *quarter;
  races_give_quarters(races, number);
}

/// Checks the access to these bytes, from a->address on, against a cell, and if it `keeps` them
/// adds it.
static void in_cell(struct access *a, struct mc_cell *cell, unsigned bytes, uint8_t kind,
                    bool checks, bool keeps) {
  if (!is_split(cell) && (bytes == ALL_BYTES || !keeps || !split(a->races, cell))) {
    if (checks)
      check_cell(a, cell, kind);
    if (keeps && bytes == ALL_BYTES)
      keep_in_cell(a, cell);
    return;
  }
  struct mc_cell *quarter = quarters_of(a->races, cell);
  const uintptr_t start = a->address & ~(uintptr_t)(MC_CELL_BYTES - 1);
  a->size = 1;
  for (unsigned i = 0; i < MC_CELL_BYTES; i++)
    if (bytes >> i & 1) {
      a->address = start + i;
      if (checks)
        check_cell(a, &quarter[i], kind);
      if (keeps)
        keep_in_cell(a, &quarter[i]);
    }
  if (keeps && bytes >> (MC_CELL_BYTES - 1))
    unite(a->races, cell);
}

//===- Accesses -------------------------------------------------------------------------------===//

/// The bytes of one cell, `first` to `end`.
static void access_cell(struct access *a, const struct mc_cell_page *page, uintptr_t first,
                        uintptr_t end) {
  const unsigned offset = first % MC_CELL_BYTES, i = first % MC_CELL_PAGE / MC_CELL_BYTES;
  const unsigned bytes = (unsigned)(((1u << (end - first)) - 1) << offset);
  const uint8_t own = a->flags & MC_IS_ATOMIC, other = own ^ MC_IS_ATOMIC;
  struct mc_cell *own_cells = own ? page->atomic : page->plain;
  struct mc_cell *other_cells = own ? page->plain : page->atomic;
  a->address = first, a->size = (uint32_t)(end - first);
  if (other_cells)
    in_cell(a, &other_cells[i], bytes, other, true, false);
  a->address = first, a->size = (uint32_t)(end - first);
  if (own_cells)
    in_cell(a, &own_cells[i], bytes, own, !own, a->keeps);
}

/// The same for a whole cell that only has plain accesses, which the clocks order, as they are,
/// before this one. False: nothing was done.
static inline bool access_quickly(struct access *a, struct mc_cell *cell, bool is_write) {
  const struct mc_races *races = a->races;
  const mc_thread thread = thread_of(a->epoch);
  if (mc_cell_repeats(cell, a->epoch, is_write))
    return true;
  if ((cell->write_site | cell->read_site) & MC_CELL_SPECIAL ||
      !is_before(races, cell->write, thread) || !is_before(races, cell->read, thread))
    return false;
  if (is_write)
    *cell = (struct mc_cell){.write = a->epoch, .write_site = site_number(a)};
  else
    cell->read = a->epoch, cell->read_site = site_number(a);
  return true;
}

static bool make_cells_at(struct mc_races *races, uintptr_t address, bool is_atomic) {
  struct mc_cell_page *page = make_page(races, address);
  if (!page || !make_cells(races, is_atomic ? &page->atomic : &page->plain))
    return false;
  if (!page->visible)
    page->fast = page->plain;
  return true;
}

/// Within one page.
static void access_page(struct access *a, uintptr_t address, uintptr_t end) {
  const struct mc_cell_page *page = page_at(a->races, address);
  const bool is_quick = a->keeps && !page->atomic && !(a->flags & MC_IS_ATOMIC);
  for (uintptr_t next; address < end; address = next) {
    next = end_of_block(address, MC_CELL_BYTES, end);
    if (!is_quick || next - address < MC_CELL_BYTES ||
        !access_quickly(a, &page->plain[address % MC_CELL_PAGE / MC_CELL_BYTES],
                        a->flags & MC_IS_WRITE))
      access_cell(a, page, address, next);
  }
}

static void access_memory(struct access *a, uintptr_t address, uint64_t size) {
  const uintptr_t end = end_of(address, size);
  for (uintptr_t next; address < end; address = next) {
    next = end_of_block(address, MC_CELL_PAGE, end);
    if (!a->keeps && !page_at(a->races, address))
      continue;
    if (a->keeps && !make_cells_at(a->races, address, a->flags & MC_IS_ATOMIC))
      return;
    access_page(a, address, next);
  }
}

void mc_races_access(struct mc_races *races, uint32_t epoch, uintptr_t address, uint64_t size,
                     uint8_t flags, uintptr_t site) {
  struct access a = {
      .races = races, .epoch = epoch_of(epoch, flags), .site = site, .flags = flags, .keeps = true};
  access_memory(&a, address, size);
}

void mc_races_look(struct mc_races *races, uint32_t epoch, uintptr_t address, uint64_t size,
                   uint8_t flags, uintptr_t site) {
  struct access a = {.races = races, .epoch = epoch_of(epoch, flags), .site = site, .flags = flags};
  access_memory(&a, address, size);
}

//===- New memory, visible memory -------------------------------------------------------------===//

static void clear(struct mc_races *races, struct mc_cell *cell) {
  if (!cell->write && !cell->read)
    return; // as most are: their page is not written
  races_drop_list(races, cell->write_site);
  races_drop_list(races, cell->read_site);
  *cell = (struct mc_cell){0};
}

static void forget_cell(struct mc_races *races, struct mc_cell *cell, uintptr_t first,
                        uintptr_t end) {
  const bool is_whole = end - first == MC_CELL_BYTES;
  if (!is_split(cell) && (is_whole || (!cell->write && !cell->read) || !split(races, cell))) {
    clear(races, cell);
    return;
  }
  for (uintptr_t i = first; i < end; i++)
    clear(races, &quarters_of(races, cell)[i % MC_CELL_BYTES]);
  if (end % MC_CELL_BYTES == 0)
    unite(races, cell);
}

void mc_races_forget(struct mc_races *races, uintptr_t address, uint64_t size) {
  const uintptr_t end = end_of(address, size);
  for (uintptr_t page_end; address < end; address = page_end) {
    const struct mc_cell_page *page = page_at(races, address);
    page_end = end_of_block(address, MC_CELL_PAGE, end);
    if (!page || (!page->plain && !page->atomic))
      continue;
    for (uintptr_t i = address, next; i < page_end; i = next) {
      const unsigned cell = i % MC_CELL_PAGE / MC_CELL_BYTES;
      next = end_of_block(i, MC_CELL_BYTES, page_end);
      if (page->plain)
        forget_cell(races, &page->plain[cell], i, next);
      if (page->atomic)
        forget_cell(races, &page->atomic[cell], i, next);
    }
  }
}

void mc_races_make_visible(struct mc_races *races, uintptr_t address, uint64_t size) {
  for (const uintptr_t end = end_of(address, size); address < end; address++) {
    struct mc_cell_page *page = make_page(races, address);
    if (page && !page->visible)
      page->visible = races_take_cells(races, MC_CELL_PAGE / 8);
    if (!page || !page->visible)
      return;
    page->fast = NULL;
    page->visible[address % MC_CELL_PAGE / 8] |= (uint8_t)(1 << address % 8);
  }
}

uintptr_t mc_races_visible(const struct mc_races *races, uintptr_t address, uint64_t size) {
  const uintptr_t end = end_of(address, size);
  for (uintptr_t i = address, next; i < end; i = next) {
    const struct mc_cell_page *page = page_at(races, i);
    next = end_of_block(i, MC_CELL_PAGE, end);
    for (; page && page->visible && i < next; i++)
      if (page->visible[i % MC_CELL_PAGE / 8] >> i % 8 & 1)
        return i;
  }
  return address + size;
}
