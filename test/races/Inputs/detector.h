// detector.h - a trace, fed to races/ as the runtime does it.
#ifndef TEST_RACES_DETECTOR_H
#define TEST_RACES_DETECTOR_H

#include "trace.h"

struct found {
  uint32_t first, second; ///< events
  struct mc_race race;
  uint32_t steps[2]; ///< after which the accesses were made
};
enum { MOST_FOUND = 1 << 16 };

/// What it has found in the events that it was fed.
extern uint32_t found_count;
extern struct found found[MOST_FOUND];

/// Empty memory.
void detector_new(void);
/// As if so many steps had been made before the first event.
void detector_begin_late(uint32_t steps);
/// From now on there are only so many bytes left, also for what comes first.
void detector_leave(uint64_t bytes);
bool detector_is_full(void);
/// Feeds the events from `first` on, before `end`, which come after those already fed.
void detector_feed(const struct trace *trace, uint32_t first, uint32_t end);
/// Keeps what the detector knows now; puts it back.
void detector_save(void);
void detector_restore(void);

#endif // TEST_RACES_DETECTOR_H
