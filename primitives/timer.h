// primitives/timer.h - between timer.c, what timers mean, and timer_functions.c, the interposed
// functions.
#ifndef MC_PRIMITIVES_TIMER_H
#define MC_PRIMITIVES_TIMER_H

#include "signal.h"
#include <time.h>

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
  MC_TIMER_EXPIRES = 1 << 8,  ///< it may expire
  MC_TIMER_OF_FILE = 1 << 10, ///< the second object is a timerfd's counter
  MC_TIMER_PENDS = 1 << 9,    ///< its signal pends, though nothing handles it
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

/// One of the program's.
struct mc_timer {
  const struct mc_site *site; ///< where it was made, then armed first; NULL: there is none
  int notify, signal, clock;
  mc_thread to;      ///< that gets the signal, or MC_NO_THREAD: the process
  mc_object counter; ///< of a timerfd, or MC_NO_OBJECT
  union sigval value;
  void (*function)(union sigval);
};

/// One more of the calling thread's. NULL: it has made too many.
struct mc_timer *mc_timer_make(const struct mc_timer *what);
/// Its number, from 1 on; the one with that number.
uint16_t mc_timer_number(const struct mc_timer *timer);
struct mc_timer *mc_timer_numbered(uint16_t number);
bool mc_timer_has_clock(clockid_t clock);
/// timer_settime, timer_gettime: 0, or -1 with errno.
int mc_timer_set(struct mc_timer *timer, int flags, const struct itimerspec *value,
                 struct itimerspec *old, const struct mc_site *site);
int mc_timer_get(struct mc_timer *timer, struct itimerspec *value, const struct mc_site *site);
/// A thread that runs the function of a SIGEV_THREAD.
void mc_timer_start_function(void (*function)(union sigval), union sigval value,
                             const struct mc_site *site);
/// False: it was deleted before.
bool mc_timer_delete(struct mc_timer *timer, const struct mc_site *site);

#endif // MC_PRIMITIVES_TIMER_H
