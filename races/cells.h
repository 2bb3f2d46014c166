// races/cells.h - between shadow.c and lists.c.
#ifndef MC_RACES_CELLS_H
#define MC_RACES_CELLS_H

#include "internal.h"

/// What has a number: a place in the detector's memory, aligned to a cell.
static inline void *races_at(const struct mc_races *races, uint32_t number) {
  return (char *)races + (uint64_t)(number & ~MC_CELL_SPECIAL) * sizeof(struct mc_cell);
}
static inline uint32_t races_number_of(const struct mc_races *races, const void *place) {
  return (uint32_t)(((const char *)place - (const char *)races) / sizeof(struct mc_cell)) |
         MC_CELL_SPECIAL;
}

/// Adds an access, of which there was none yet or `*epoch` and `*site` are; drops those that happen
/// before it. Where nothing orders two accesses in the clocks as they are, both are kept.
void races_add(struct mc_races *races, uint32_t *epoch, uint32_t *site, uint32_t new_epoch,
               uint32_t new_site);
/// What `site` becomes in a copy of the cell. Where memory is full, some accesses are lost.
uint32_t races_copy_list(struct mc_races *races, uint32_t site);
void races_drop_list(struct mc_races *races, uint32_t site);

typedef void races_visitor(void *argument, uint32_t epoch, uint32_t site);
/// Calls `each` for all of them.
void races_visit(const struct mc_races *races, uint32_t epoch, uint32_t site, races_visitor *each,
                 void *argument);

/// The number of four cells, whose bytes are any; 0: full.
uint32_t races_take_quarters(struct mc_races *races);
void races_give_quarters(struct mc_races *races, uint32_t number);

#endif // MC_RACES_CELLS_H
