// dpor/wakers.h - whether steps that sleep at some state can still be woken, by what all traces so
// far have shown of what threads do next.
#ifndef MC_DPOR_WAKERS_H
#define MC_DPOR_WAKERS_H

#include "internal.h"

/// A step that may come: its operation is pending at the state, or may be later.
struct mc_waker {
  struct mc_operation step;
  mc_piece history;
  bool runs; ///< it can run, as far as is known
};

enum {
  MC_MOST_WAKERS = 256,
  MC_WAKER_OBJECTS = 16,
  MC_WAKER_SLEEPERS = 63,
  MC_WAKER_DEPTH = 32,
  MC_WAKER_STATES = 256, ///< that are looked at
};

/// A state that may come.
struct mc_wakers_state {
  mc_piece pending[MC_MAX_THREADS]; ///< the history of the operation of each thread, or 0
  uint64_t asleep;                  ///< bit i: the i-th sleeper
  _Alignas(16) char of[MC_WAKER_OBJECTS][MC_MAX_STATE];
};

/// The state of the object where all begins. false: it is not known.
typedef bool mc_state_of(const void *where, mc_object object, char *out);

struct mc_wakers {
  const struct mc_search *search;
  mc_state_of *state_of;
  const void *where;
  uint32_t threads, sleepers, steps, objects, seen;
  bool is_unknown; ///< anything may come
  uint64_t wanted; ///< bit i: the i-th sleeper is to be woken
  struct mc_operation sleeper[MC_WAKER_SLEEPERS];
  struct mc_waker step[MC_MOST_WAKERS];
  mc_object object[MC_WAKER_OBJECTS];
  bool any[MC_WAKER_OBJECTS]; ///< the object may have any state
  uint64_t hash[2 * MC_WAKER_STATES];
  struct mc_wakers_state state[MC_WAKER_DEPTH];
};

void mc_wakers_begin(struct mc_wakers *w, const struct mc_search *search, mc_state_of *state_of,
                     const void *where);
/// The operation of that history is pending at the state.
void mc_wakers_add(struct mc_wakers *w, mc_thread thread, mc_piece history);
/// The step sleeps there. `is_wanted`: it is one of those that are to be woken.
void mc_wakers_sleep(struct mc_wakers *w, const struct mc_operation *step, bool is_wanted);
/// What became pending behind the step, whose operation has that history. `result`: NULL if it is
/// not known.
void mc_wakers_follow(struct mc_wakers *w, const struct mc_operation *step, mc_piece history,
                      const uint64_t *result);
/// All that is to be woken may be. If not, `step` has all that may come.
bool mc_wakers_may_wake_all(struct mc_wakers *w);

#endif // MC_DPOR_WAKERS_H
