// test/dpor/Inputs/bounded.h - all executions of an abstract program with few preemptions, one by
// one.
#ifndef BOUNDED_H
#define BOUNDED_H

#include "abstract.h"

struct bounded {
  struct outcomes outcomes; ///< final states, deadlocks, failures
  struct outcomes classes;  ///< of the maximal executions without a failing step
  uint64_t executions;      ///< maximal, or ended by a failing step
  bool too_large;           ///< more than `most` executions: the rest is missing
};

/// A preemption is a step of another thread than the one before, where that thread has an enabled
/// step and its last one was no yield; one of process exit counts as enabled where nothing else is.
struct bounded enumerate_bounded(const struct program *program, unsigned preemptions,
                                 uint64_t most);
void bounded_free(struct bounded *bounded);

#endif // BOUNDED_H
