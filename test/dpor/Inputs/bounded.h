// test/dpor/Inputs/bounded.h - all executions of an abstract program with few preemptions or
// delays, one by one.
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
/// Delays are the threads with an enabled step that come before the one chosen: first the one that
/// made the last step, if that was no yield; then all others from the lowest on, or from the one
/// behind that which has yielded, around. `most_of_bound` is of those that `bound` says.
struct bounded enumerate_bounded(const struct program *program, enum mc_bound bound,
                                 unsigned most_of_bound, uint64_t most);
void bounded_free(struct bounded *bounded);

/// Called for each execution that deadlocks or fails, where it is not NULL: with the hash of its
/// outcome, what it takes of the bound, and its length.
extern void (*at_bad_end)(uint64_t outcome, unsigned spent, unsigned length);

/// What continues a prefix, steps that can be made one after another: does some execution complete?
/// `*too_large`: it is not known, for want of `most` executions.
bool succeeds_after(const struct program *program, const struct mc_step *step, unsigned steps,
                    uint64_t most, bool *too_large);

#endif // BOUNDED_H
