// dpor/lint.h - the linter: does a primitive keep what its callbacks promise? Asked at states of a
// model that a search visits; every callback runs on copies.
//
// What is checked at a state, of every two pending operations and all of their alternatives:
// - steps declared independent neither enable nor disable each other, nor make or prevent each
//   other's misuse; in both orders they lead to the same state, with the same results;
// - `coenabled` and `may_disable` are not contradicted;
// - `enabled` and `apply` are functions of the step and of the state_size bytes of each state, and
//   `enabled` changes none: called again, on copies that lie elsewhere, between other bytes, with
//   another past of the stack, they say and do the same.
// Pairs that are declared dependent and did commute wherever they met are a lost reduction, if the
// author can prove it.
#ifndef MC_DPOR_LINT_H
#define MC_DPOR_LINT_H

#include "model.h"

enum mc_lint_kind {
  MC_LINT_ENABLED_DIFFERS, ///< `enabled` called again says something else
  MC_LINT_ENABLED_WRITES,
  MC_LINT_APPLY_DIFFERS, ///< `apply` run again gives another state, result, or misuse
  MC_LINT_APPLY_BEYOND,  ///< it writes beyond state_size
  MC_LINT_DISABLES,      ///< a and b are declared independent, but a disables b
  MC_LINT_ENABLES,
  MC_LINT_STATES,  ///< but ab and ba end in two states
  MC_LINT_RESULTS, ///< but one has another result in ab than in ba
  MC_LINT_MISUSE,  ///< but a makes or prevents that b is a misuse
  MC_LINT_COENABLED,
  MC_LINT_MAY_DISABLE, ///< a is declared unable to disable b, and does
  MC_LINT_ORDERS,      ///< a and b are declared independent, but b acquires what a releases
  MC_LINT_KINDS
};

struct mc_violation {
  enum mc_lint_kind kind;
  const struct mc_operation *a, *b;     ///< steps, with their alternatives; b NULL: only a
  void (*callback)(void);               ///< the one to mend
  const struct mc_primitive *primitive; ///< of the callback
  mc_object object;                     ///< of which `state` is the state
  const void *state;                    ///< before the steps [lend: call]
};

typedef void mc_lint_found(void *context, const struct mc_violation *violation);

enum { MC_LINT_MOST_STATES = 1 << 17, MC_LINT_PAIRS = 1 << 10 };

/// Two kinds of steps of one primitive: operation and, of the first few, alternative.
struct mc_lint_pair {
  const struct mc_primitive *primitive;
  uint16_t kind[2];
  uint16_t alternative[2];
  bool matters;      ///< they did not commute somewhere
  uint32_t meetings; ///< both were enabled
};

/// The states of some objects, each with room around it.
struct mc_lint_states {
  _Alignas(16) char of[2 * MC_MAX_OPERATION_OBJECTS][MC_MAX_STATE + 64];
};

/// What is kept from state to state; all zeroes at first. It is too large for the stacks of the
/// program's threads.
struct mc_lint {
  uint64_t seen[2 * MC_LINT_MOST_STATES]; ///< hashes of states
  uint32_t states;                        ///< that were checked; no more than there is room for
  struct mc_lint_pair pair[MC_LINT_PAIRS];
  struct mc_lint_states before, copy[3]; ///< those that the current question is about
};

/// Checks the model's state, unless it is known to have been, or MC_LINT_MOST_STATES were.
void mc_lint_state(struct mc_lint *lint, const struct mc_model *model, mc_lint_found *found,
                   void *context);

/// Pairs that are declared dependent, have met at least `meetings` times, and never mattered.
void mc_lint_lost(const struct mc_lint *lint, uint32_t meetings,
                  void (*lost)(void *context, const struct mc_lint_pair *pair), void *context);

#endif // MC_DPOR_LINT_H
