// primitives/condition.h - between condition.c, what a condition variable means, and
// condition_functions.c, the interposed functions. condition.c says what is in an operation's
// arguments.
#ifndef MC_PRIMITIVES_CONDITION_H
#define MC_PRIMITIVES_CONDITION_H

#include "builtin.h"

enum mc_condition_operation {
  MC_CONDITION_INIT,
  MC_CONDITION_DESTROY,
  MC_CONDITION_WAIT,
  MC_CONDITION_WAKE,
  MC_CONDITION_TIMEDWAKE,
  MC_CONDITION_SIGNAL,
  MC_CONDITION_BROADCAST,
  MC_CONDITION_LEAVE,
};
enum { MC_CONDITION_OK, MC_CONDITION_TIMEOUT };     ///< alternatives of wake and timedwake
enum { MC_CONDITION_WOKEN, MC_CONDITION_UNWOKEN };  ///< of leave
enum { MC_CONDITION_ENTER, MC_CONDITION_SPURIOUS }; ///< of wait
enum { MC_CONDITION_NOBODY };                       ///< of signal; 1 + t: thread t

struct mc_condition_state {
  struct mc_threads waiting; ///< and not woken
  struct mc_threads woken;   ///< and not yet back
  mc_object mutex;           ///< 1 + theirs; 0 while there are none
  uint16_t clock;            ///< of pthread_cond_timedwait
  uint16_t life;             ///< enum mc_life
  uint32_t spurious;         ///< wakeups that this trace may still have
};

extern const struct mc_primitive mc_primitive_condition;

#endif // MC_PRIMITIVES_CONDITION_H
