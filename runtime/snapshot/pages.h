// runtime/snapshot/pages.h - between the files of snapshots: the table of hot pages.
#ifndef MC_RUNTIME_SNAPSHOT_PAGES_H
#define MC_RUNTIME_SNAPSHOT_PAGES_H

#include "snapshot.h"

enum {
  MC_PAGE = 4096,
  MC_MOST_HOT = 1 << 15, ///< 128 MB of originals
  MC_HOT_SLOTS = 2 * MC_MOST_HOT,
  MC_MOST_MAPPINGS = 1024,
  MC_MOST_HIDDEN = 64,
  MC_OFTEN = 256,
};

struct mc_page_range {
  uint64_t start, end;
};

extern struct mc_pages {
  struct mc_page_range mapping[MC_MOST_MAPPINGS]; ///< made in the trace
  bool stays[MC_MOST_MAPPINGS];                   ///< see mc_snapshot_mapped_to_stay
  struct mc_page_range hidden[MC_MOST_HIDDEN];    ///< that the trace has unmapped
  uint32_t mappings, hidings, hot, cooled;
  uint64_t hot_page[MC_MOST_HOT], slot[MC_HOT_SLOTS];
  uint8_t unchanged[MC_MOST_HOT]; ///< for how many traces, where there are many
  struct mc_page_range in_runs;   ///< see mc_snapshot_in_runs
  uint64_t run_end;               ///< of the last run there ...
  uint32_t run;                   ///< ... and its pages
  _Alignas(MC_PAGE) char original[MC_MOST_HOT][MC_PAGE];
  struct {
    uint32_t hot;
    uint64_t hash;
  } noted; ///< see mc_snapshot_note
} * mc_pages MC_HIDDEN;

/// Puts all but the `kept` first hot pages back. Pages that the last traces have not changed become
/// cold again.
void mc_pages_put_back_and_cool(uint32_t kept);
/// At the start: takes memory.
void mc_levels_start(void);

#endif // MC_RUNTIME_SNAPSHOT_PAGES_H
