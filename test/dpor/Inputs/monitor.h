// test/dpor/Inputs/monitor.h - small programs over mutexes and condition variables, and what POSIX
// says that they can do. Nothing here is taken from primitives/ or dpor/: a timeout and a spurious
// wakeup happen while the thread waits, whenever they like, and only then does it wait for the
// mutex.
#ifndef MONITOR_H
#define MONITOR_H

#include "abstract.h"

enum { MONITOR_THREADS = 4, MONITOR_LENGTH = 10, MONITOR_OBJECTS = 2 };

enum monitor_kind {
  MONITOR_LOCK,
  MONITOR_UNLOCK,
  MONITOR_WAIT, ///< with mutex 0
  MONITOR_TIMED_WAIT,
  MONITOR_SIGNAL,
  MONITOR_BROADCAST,
  MONITOR_SET, ///< a variable becomes `value`
  MONITOR_GET, ///< the thread sees it, and leaves out `value` operations where it is not 0
};

struct monitor_op {
  enum monitor_kind kind;
  uint8_t object, value; ///< of its kind: mutex, condition variable, variable
};

/// Who of those that wait may be served.
enum monitor_rule { ANYONE, FIRST_COME, LAST_COME, LOWEST_NUMBER, GROUPS_OF_GLIBC };

struct monitor {
  unsigned threads, length[MONITOR_THREADS];
  struct monitor_op op[MONITOR_THREADS][MONITOR_LENGTH];
  enum monitor_rule signal_rule, lock_rule;
  bool locks_in_queue; ///< a lock is preceded by the step by which it enters
  unsigned spurious;   ///< wakeups of each condition variable
};

/// All final states, deadlocks among them; false: there are more than `most` states on the way.
bool monitor_enumerate(const struct monitor *monitor, unsigned most, struct outcomes *outcomes);

/// Follows the steps of a trace of the search. Returns what POSIX does not allow in it, or NULL;
/// `*outcome` is 0 where it does not end in a final state.
const char *monitor_follow(const struct monitor *monitor, const struct mc_search *search,
                           uint64_t *outcome);

#endif // MONITOR_H
