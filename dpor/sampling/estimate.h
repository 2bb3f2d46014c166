// dpor/sampling/estimate.h - what estimate.c, known.c and probe.c share.
#ifndef MC_DPOR_ESTIMATE_H
#define MC_DPOR_ESTIMATE_H

#include "strategy.h"

/// An operation that a thread has on an object, in some trace.
struct mc_known {
  struct mc_operation operation;
  unsigned alternatives; ///< all that it had are below this number
  uint32_t most;         ///< how often a trace has it
  uint32_t traces;       ///< that have it, of the complete ones looked at
  uint32_t met;          ///< how often the trace at hand has it so far
  uint64_t trace;        ///< the trace at hand for which `met` holds
  struct mc_known *next;
};

struct mc_estimate {
  // What the threads do.
  struct mc_known **known; ///< of each object
  uint32_t objects, capacity;
  uint32_t complete; ///< complete traces looked at
  uint64_t trace;    ///< changes with each trace looked at
  // The probe that runs.
  double weight;
  // What all probes have cost: steps, looks at what is known, and how many looks they may take.
  uint64_t steps, work, allowed;
  // What those probes say that count.
  uint64_t probes, alive;      ///< and those of them with a weight above 0
  double sum, squares;         ///< of their weights
  double log_sum, log_squares; ///< of the logarithms of those above 0
  double spread;               ///< the relative standard error of their mean
};

//===- known.c ------------------------------------------------------------------------------===//

/// What a thread is known to do by this operation on that object, or NULL.
struct mc_known *mc_known_find(const struct mc_estimate *estimate, mc_object object,
                               const struct mc_operation *operation);
/// How often the trace at hand has it so far. Then: it has it once more.
uint32_t mc_known_met(const struct mc_estimate *estimate, const struct mc_known *known);
void mc_known_meet(const struct mc_estimate *estimate, struct mc_known *known);
/// Learns what the threads do from the search's trace, which is at its end. `*news` is set where
/// what the probes before have said is worth nothing any more. false: arena full.
bool mc_estimate_learn(struct mc_search *search, struct mc_estimate *estimate, bool is_complete,
                       bool *news);

//===- estimate.c ---------------------------------------------------------------------------===//

/// The probe that ran counts.
void mc_estimate_weigh(struct mc_estimate *estimate);
/// No probe counts.
void mc_estimate_forget(struct mc_estimate *estimate);

#endif // MC_DPOR_ESTIMATE_H
