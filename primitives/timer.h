// primitives/timer.h - between timer.c, what timers mean, and timer_functions.c, the interposed
// functions.
#ifndef MC_PRIMITIVES_TIMER_H
#define MC_PRIMITIVES_TIMER_H

#include "signal.h"

enum mc_timer_operation {
  MC_TIMER_ARM,
  MC_TIMER_DISARM,
  MC_TIMER_DELETE,
  MC_TIMER_LOOK,
  MC_TIMER_EXPIRE,
};

/// Argument 0 of each: the signal, 0 if there is none, and of an arm
enum {
  MC_TIMER_SIGNAL = 0x7f,
  MC_TIMER_EXPIRES = 1 << 8, ///< it may expire
  MC_TIMER_PENDS = 1 << 9,   ///< its signal pends, though nothing handles it
};

/// Results of an expire, beside those of a send: there is no signal.
enum {
  MC_TIMER_HAS_EXPIRED = 16,
  MC_TIMER_LAST = 32
}; ///< the second a bit: it is to expire no more

struct mc_timer_state {
  uint64_t deadline, interval; ///< in virtual time; of one that is not armed 0
  uint64_t before,
      interval_before;  ///< what they were before the last step of another kind than expire
  uint32_t expirations; ///< since it was armed
  uint8_t exists, existed, is_armed, may_expire, pends;
  uint8_t has_thread, needs_thread; ///< the last arm was the first of those that may expire
};

extern const struct mc_primitive mc_primitive_timer;

#endif // MC_PRIMITIVES_TIMER_H
