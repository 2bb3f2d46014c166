// runtime/snapshot/levels.c - levels: states in the middle of a trace. Traces that come through the
// same state begin there, so they cost only what they do not repeat.
//
// A level costs a copy of the hot pages, and saves each later trace that comes through it the steps
// from the level below. How many these will be is told by how many it was at the same depth before:
// most searches go back like the marks of a ruler. So levels are planned before a trace, among its
// new steps. Where nothing is known, as the search has never been back so far, a state becomes a
// level once traces have left it several times.
#include "pages.h"
#include "snapshot.h"
#include "runtime/memory/chunk.h"
#include "runtime/record/record.h"
#include <string.h>

enum {
  MANY = 64, // hot pages
  LEVELS = 16,
  LEVEL_PAGES = 4096,
  MOST_COPIES = 4096,
  PLANNED = 2,      // of a trace
  SURE = 4,         // times a level's cost: so much was lost without it
  MEMORY = 8,       // how many times of the same are remembered
  NS_OF_STEP = 230, // measured once, so that a search does the same in each run
  NS_OF_PAGE = 42,
  NS_OF_CALL = 100, // of the heap, with the accesses between two
  NEVER = UINT32_MAX,
};

struct level {
  struct mc_level state;
  uint32_t hot;                  ///< so many pages were hot: later ones had not been written yet
  const char *page[LEVEL_PAGES]; ///< [hot] its own, or of a level below, or the original
  uint32_t copies;               ///< in levels->copy: of this level and those below
};

/// What is known of the states at a depth.
struct past {
  uint32_t born;     ///< the trace in which the one that there is now was new
  uint32_t repeated; ///< how many traces have repeated the step to it
  float later;       ///< how many traces came through one after it was new, on average
  uint32_t calls;    ///< of the heap, in the trace that was there last
};

static struct levels {
  uint32_t count;
  struct level level[LEVELS]; ///< [count] each deeper than the one before
  _Alignas(MC_PAGE) char copy[MOST_COPIES][MC_PAGE];
  struct past *past;          ///< by depth
  uint32_t traces;            ///< of the search, with the one that runs
  uint32_t known;             ///< how many steps the last of them had
  bool is_of_search;          ///< the trace that runs
  uint32_t prefix;            ///< of it
  uint32_t planned[PLANNED];  ///< ascending: where levels are to be made of it
  uint32_t next;              ///< where something is to be done next
} * levels MC_KEPT;

void mc_levels_start(void) {
  levels = mc_kept_memory(sizeof *levels);
  levels->past = mc_kept_memory((mc_log_length() + 1) * sizeof *levels->past);
  levels->next = NEVER;
}

static uint32_t deepest(void) {
  return levels->count ? levels->level[levels->count - 1].state.depth : 0;
}

//===- Which states pay -----------------------------------------------------------------------===//

/// In steps.
static float cost_of_level(void) { return (float)(mc_pages->hot * NS_OF_PAGE) / NS_OF_STEP; }

/// How many steps take as long as the way from one depth to the other.
static float length_of_way(uint32_t from, uint32_t to) {
  const uint32_t before = levels->past[from].calls, behind = levels->past[to].calls;
  const float calls = behind > before ? (float)(behind - before) : 0;
  return (float)(to - from) + calls * NS_OF_CALL / NS_OF_STEP;
}

/// The trace is at a state of this depth.
static void note_calls(uint32_t depth) {
  if (!mc_heap_calls || !levels->is_of_search)
    return;
  mc_kept_write();
  levels->past[depth].calls = mc_heap_calls;
}

/// The last trace of the search had so many steps.
static void note_length(uint32_t steps) {
  for (uint32_t d = levels->known + 1; d <= steps; d++)
    levels->past[d].born = levels->traces;
  levels->known = steps;
}

/// The states deeper than the prefix are gone.
static void learn(uint32_t prefix) {
  const uint32_t last = levels->traces++;
  for (uint32_t d = prefix + 1; d <= levels->known; d++) {
    struct past *past = &levels->past[d];
    past->later += ((float)(last - past->born) - past->later) / MEMORY;
    past->born = levels->traces;
    past->repeated = 0;
  }
  for (uint32_t d = deepest() + 1; d <= prefix; d++)
    levels->past[d].repeated++;
}

/// The state deeper than `from` where a level above `base` saves most. NEVER: none pays.
static uint32_t plan(uint32_t from, uint32_t base, float cost) {
  uint32_t best = NEVER;
  for (uint32_t d = from + 1; d <= levels->known; d++) {
    const float saved = levels->past[d].later * length_of_way(base, d);
    if (saved < cost)
      continue;
    cost = saved;
    best = d;
  }
  return best;
}

static void plan_levels(void) {
  const float cost = cost_of_level();
  const uint32_t prefix = levels->prefix;
  uint32_t base = deepest();
  for (unsigned i = 0; i < PLANNED; i++) {
    levels->planned[i] = base == NEVER ? NEVER : plan(base > prefix ? base : prefix, base, cost);
    base = levels->planned[i];
  }
  levels->next = prefix > deepest() ? prefix : levels->planned[0];
}

/// Traces have repeated the steps to where they leave the one before, again and again.
static bool is_missed(void) {
  const uint32_t prefix = levels->prefix;
  return (float)levels->past[prefix].repeated * length_of_way(deepest(), prefix) >=
         SURE * cost_of_level();
}

//===- Back to a level ------------------------------------------------------------------------===//

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

/// The deepest level that the trace which begins comes through, or NULL. The last one had so many
/// `steps`.
static struct level *choose_level(uint32_t steps) {
  if (levels->is_of_search)
    note_length(steps);
  levels->is_of_search = mc_search_part(mc_shared->tables.search) == MC_PART_SEARCH;
  if (!levels->is_of_search) {
    levels->next = NEVER;
    while (levels->count && // what was written before it is lost
           levels->level[levels->count - 1].state.output_end > mc_shared->trace.output_start)
      levels->count--;
    return NULL;
  }
  levels->prefix = mc_search_prefix(mc_shared->tables.search);
  while (deepest() > levels->prefix)
    levels->count--;
  learn(levels->prefix);
  plan_levels();
  return levels->count ? &levels->level[levels->count - 1] : NULL;
}

const struct mc_level *mc_snapshot_put_back(uint32_t steps) {
  const uint64_t start = mc_ticks();
  const struct level *level = choose_level(steps);
  put_back(level);
  mc_shared->search.stats.restoring += mc_ticks() - start;
  mc_shared->search.stats.hot_pages = mc_pages->hot;
  return level ? &level->state : NULL;
}

void mc_snapshot_forget_levels(void) {
  mc_kept_write();
  levels->count = 0;
}

//===- A level is made ------------------------------------------------------------------------===//

static uint32_t copies(void) { return levels->count ? levels->level[levels->count - 1].copies : 0; }

static bool can_be_made(void) {
  return levels->count < LEVELS && mc_pages->hot <= LEVEL_PAGES &&
         copies() + mc_pages->hot <= MOST_COPIES && mc_pages->mappings == 0 &&
         mc_pages->hidings == 0 && !mc_session->fair;
}

bool mc_snapshot_is_to_deepen(void) {
  const uint32_t depth = mc_search_depth(mc_shared->tables.search);
  if (!mc_snapshot_is_taken())
    return false;
  note_calls(depth);
  if (depth != levels->next)
    return false;
  mc_kept_write();
  const bool is_wanted = depth != levels->prefix || is_missed();
  levels->next = NEVER;
  for (unsigned i = PLANNED; i-- > 0;)
    if (levels->planned[i] > depth)
      levels->next = levels->planned[i];
  return is_wanted && can_be_made();
}

/// Only the pages that differ from the level below.
static void copy_pages(struct level *level, const struct level *below) {
  level->hot = mc_pages->hot;
  level->copies = copies();
  for (uint32_t i = 0; i < level->hot; i++) {
    const void *page = (const void *)mc_pages->hot_page[i];
    level->page[i] = below && i < below->hot ? below->page[i] : mc_pages->original[i];
    if (memcmp(page, level->page[i], MC_PAGE))
      level->page[i] = memcpy(levels->copy[level->copies++], page, MC_PAGE);
  }
}

struct mc_level *mc_snapshot_deepen(void) {
  mc_kept_write();
  struct level *level = &levels->level[levels->count];
  mc_shared->search.stats.levels++;
  level->state = (struct mc_level){.depth = mc_search_depth(mc_shared->tables.search),
                                   .current = mc_shared->trace.current,
                                   .output_end = mc_output_end()};
  copy_pages(level, levels->count ? level - 1 : NULL);
  levels->count++;
  return &level->state;
}
