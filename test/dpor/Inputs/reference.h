// test/dpor/Inputs/reference.h - all classes of an abstract program, by enumeration.
//
// It follows docs/equivalence.md, and knows of primitives only what a step does (`universe`,
// `enabled`, `apply`); which steps are dependent it takes from page.h. It shares no code with
// dpor/.
#ifndef REFERENCE_H
#define REFERENCE_H

#include "abstract.h"

struct reference {
  struct outcomes outcomes;  ///< final states, deadlocks, failures
  struct outcomes class_set; ///< the hashes of the classes
  unsigned classes,          ///< of maximal executions without a failing step
      deadlocks, dropped;    ///< those that deadlock, or would, or complete, but for MC_DROPS
  unsigned prefixes;         ///< classes of prefixes
  double executions;         ///< each once
  bool fails;                ///< some step fails
  bool too_large;            ///< more than `most` prefixes: the rest is missing
  const char *wrong;         ///< what the relation violates, or NULL
};

/// `most`: prefixes. With `check_relation`, it is checked for validity in every state, and compared
/// with mc_dependent.
struct reference enumerate(const struct program *program, unsigned most, bool check_relation);
void reference_free(struct reference *reference);

#endif // REFERENCE_H
