// dpor/kinds.h - what a search is asked for and what it counts, by name: the command knows these,
// too.
#ifndef MC_DPOR_KINDS_H
#define MC_DPOR_KINDS_H

#include <stdint.h>

enum mc_algorithm {
  MC_DFS,
  MC_DPOR,
  MC_SOURCE,
  MC_OPTIMAL,
  MC_POP,
  MC_RANDOM, ///< from here on: testing strategies
  MC_PCT,
  MC_POS,
  MC_AUTO,      ///< MC_POS and MC_PCT in turn, until mc_search_end_sampling; then MC_OPTIMAL
  MC_PROBE,     ///< for the search's own use
  MC_EXTENSION, ///< the same: a trace goes on beyond max_depth_per_thread
};

/// mc_search_config.samples: so many traces come before the first random schedule between them.
#define MC_TRACES_ALONE 1000

/// `optimal` always has plain ones. Conditional: a step stays asleep also where it commutes with
/// the step taken in the state at hand; with `source` only. See mc_search_config.races.
enum mc_sleep_sets { MC_SLEEP_NONE, MC_SLEEP_PLAIN, MC_SLEEP_CONDITIONAL };

/// How a trace ends; each is counted apart.
enum mc_trace_kind {
  MC_COMPLETED,  ///< process exit, or every thread finished
  MC_DEADLOCKED, ///< threads are left, none can ever run
  MC_FAILED,     ///< a finding cut it: assertion, crash, misuse, livelock, ...
  MC_BOUNDED,    ///< a limit cut it
  MC_DROPPED, ///< as completed or deadlocked, but a thread is left at an operation flagged MC_DROPS
  MC_SLEEP_SET_BLOCKED, ///< every enabled step is asleep: redundant
  MC_TRACE_KINDS
};

/// What one of several searches of a program has met: all together cannot have done both.
enum mc_search_sign {
  MC_SIGN_FAILED = 1,   ///< a step has failed
  MC_SIGN_POSTPONED = 2 ///< something was left to others, as no step had failed
};

/// Of a set of classes of samples (sampling/coverage.c; one for all workers: driver/classes.c),
/// which is exact up to half as many.
enum { MC_CLASS_SLOTS = 1 << 16 };

/// An item, as bytes, begins so. Behind it are the `keys` numbers of its place.
struct mc_item_head {
  uint32_t bytes; ///< of all of the item
  uint32_t keys, owed, failures, has_run;
  uint32_t length, told, records;
};

#endif // MC_DPOR_KINDS_H
