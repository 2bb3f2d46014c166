// examples/primitives/latch.h - a latch that opens when it was counted down to 0, for good.
#ifndef LATCH_H
#define LATCH_H

#include <mcmini/mcmini.h>

typedef struct {
  int unused;
} latch_t;

MCMINI_PRIMITIVE(latch.init) void latch_init(latch_t *latch, unsigned count);
MCMINI_PRIMITIVE(latch.count_down) void latch_count_down(latch_t *latch);
MCMINI_PRIMITIVE(latch.wait) void latch_wait(latch_t *latch);
MCMINI_PRIMITIVE(latch.count_down + wait) void latch_arrive_and_wait(latch_t *latch);
/// Returns whether it is open.
MCMINI_PRIMITIVE(latch.try_wait) bool latch_try_wait(latch_t *latch);

#endif // LATCH_H
