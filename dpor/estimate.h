// dpor/estimate.h - what estimate.c and probe.c share.
#ifndef MC_DPOR_ESTIMATE_H
#define MC_DPOR_ESTIMATE_H

#include "strategy.h"

enum { MC_RATES = 1024 };

/// An operation that some probe has met on an object.
struct mc_known {
  struct mc_operation operation; ///< with an alternative
  mc_thread_set threads;         ///< that have it
  struct mc_known *next;
};

struct mc_estimate {
  struct mc_known **known; ///< of each object
  uint32_t objects, capacity;
  bool every_order; ///< `dfs`: every interleaving is a trace of its own
  // What the probes that count have said.
  uint64_t probes;
  long double sum, squares;
  // How often a thread goes next where it could: that of its steps of each rank. See probe.c.
  double rate[MC_RATES];
  double fired[MC_RATES], waited[MC_RATES];             ///< of the batches before, weighted
  double batch_fired[MC_RATES], batch_waited[MC_RATES]; ///< of this one
  double batch_weight;
  long double heaviest; ///< in this batch
  uint32_t batch;       ///< probes in it
  uint32_t batches;
};

/// Where the rate of a thread's step lies.
static inline uint32_t mc_rate_of(mc_thread thread, uint32_t rank) {
  return (thread * 31u + rank) % MC_RATES;
}

/// How much is to be learned from a probe of that weight, in relation to the others of its batch.
double mc_estimate_importance(struct mc_estimate *estimate, long double weight);
/// A probe has ended: `weight` is how many traces it stands for.
void mc_estimate_add(struct mc_estimate *estimate, long double weight);
/// What the probes before have said was wrong.
void mc_estimate_forget(struct mc_estimate *estimate);

#endif // MC_DPOR_ESTIMATE_H
