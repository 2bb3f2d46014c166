// runtime/snapshot/levels.c - levels. Where a trace has repeated what the search keeps of the trace
// before, and is about to leave it, the hot pages are copied. Traces that come through the same
// state begin there: they cost only what they do not repeat.
#include "pages.h"
#include "snapshot.h"
#include "runtime/record/record.h"
#include <string.h>

enum {
  MANY = 64, // hot pages
  LEVELS = 8,
  LEVEL_PAGES = 512,
  LEAST_STEPS = 9,        // that a level must save: it costs a copy of the hot pages ...
  PAGES_OF_TWO_STEPS = 7, // ... some 100 ns each, and few traces come through it
};

struct level {
  struct mc_level state;
  uint32_t hot; ///< so many pages were hot: later ones had not been written yet
  _Alignas(MC_PAGE) char page[LEVEL_PAGES][MC_PAGE];
};

static struct levels {
  uint32_t count;
  struct level level[LEVELS]; ///< [count] each deeper than the one before
} * levels MC_KEPT;

void mc_levels_start(void) { levels = mc_kept_memory(sizeof *levels); }

static void put_back(const struct level *level) {
  // A trace aside begins where the snapshot was taken, whatever levels there are.
  const uint32_t kept = levels->count ? levels->level[levels->count - 1].hot : 0;
  for (uint32_t i = 0; i < kept; i++)
    memcpy((void *)mc_pages->hot_page[i], level ? level->page[i] : mc_pages->original[i], MC_PAGE);
  if (mc_pages->hot - kept > MANY) {
    mc_pages_put_back_and_cool(kept);
    return;
  }
  for (uint32_t i = kept; i < mc_pages->hot; i++)
    memcpy((void *)mc_pages->hot_page[i], mc_pages->original[i], MC_PAGE);
}

/// The deepest level that the trace which begins comes through, or NULL.
static struct level *choose_level(void) {
  if (mc_search_part(mc_shared->tables.search) != MC_PART_SEARCH) {
    while (levels->count && // what was written before it is lost
           levels->level[levels->count - 1].state.output_end > mc_shared->trace.output_start)
      levels->count--;
    return NULL;
  }
  const uint32_t prefix = mc_search_prefix(mc_shared->tables.search);
  while (levels->count && levels->level[levels->count - 1].state.depth > prefix)
    levels->count--;
  return levels->count ? &levels->level[levels->count - 1] : NULL;
}

const struct mc_level *mc_snapshot_put_back(void) {
  const uint64_t start = mc_ticks();
  const struct level *level = choose_level();
  put_back(level);
  mc_shared->search.stats.restoring += mc_ticks() - start;
  mc_shared->search.stats.hot_pages = mc_pages->hot;
  return level ? &level->state : NULL;
}

void mc_snapshot_forget_levels(void) {
  mc_kept_write();
  levels->count = 0;
}

static void copy_pages(struct level *level) {
  level->hot = mc_pages->hot;
  for (uint32_t i = 0; i < level->hot; i++)
    memcpy(level->page[i], (const void *)mc_pages->hot_page[i], MC_PAGE);
}

bool mc_snapshot_is_deep_enough(void) {
  const struct mc_search *search = mc_shared->tables.search;
  const uint32_t depth = mc_search_depth(search);
  if (!mc_snapshot_is_taken() || depth < LEAST_STEPS || mc_search_part(search) != MC_PART_SEARCH ||
      depth != mc_search_prefix(search))
    return false;
  const uint32_t deepest = levels->count ? levels->level[levels->count - 1].state.depth : 0;
  return depth >= deepest + LEAST_STEPS &&
         depth >= deepest + 2 * mc_pages->hot / PAGES_OF_TWO_STEPS && levels->count < LEVELS &&
         mc_pages->hot <= LEVEL_PAGES && mc_pages->mappings == 0 && !mc_session->fair;
}

void mc_snapshot_deepen(void) {
  mc_kept_write();
  struct level *level = &levels->level[levels->count++];
  mc_shared->search.stats.levels++;
  level->state = (struct mc_level){.depth = mc_search_depth(mc_shared->tables.search),
                                   .current = mc_shared->trace.current,
                                   .output_end = mc_output_end()};
  copy_pages(level);
}
