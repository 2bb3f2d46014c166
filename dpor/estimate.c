// dpor/estimate.c - how many traces will there be? From random probes before and between them.
//
// Source:  Knuth, "Estimating the Efficiency of Backtrack Programs", Math. Comp. 29 (1975): the
// mean
//          of the probes' weights. What the weight of a probe is says probe.c. The rates are
//          learned as in Rubinstein, Kroese, "The Cross-Entropy Method" (2004).
// When:    none in the first traces, as most programs have no more; then one for FREQUENT traces,
// up
//          to FIRST of them; from then on one for RARE. None while the spread is small enough, or
//          when the search is half done.
#include "estimate.h"

enum { START = 64, FIRST = 256, FREQUENT = 4, RARE = 16, LEAST = 32, BATCH = 100 };
#define NARROW 0.05 // relative standard error with which one is content
#define WIDE 0.4    // above this the mean says little
#define PRIOR 10.0
#define FASTEST 8.0

struct mc_estimate *mc_estimate_new(struct mc_search *search) {
  struct mc_estimate *estimate = mc_arena_take(search->arena, sizeof *estimate);
  if (!estimate)
    return NULL;
  estimate->every_order = search->config.algorithm == MC_DFS;
  for (unsigned i = 0; i < MC_RATES; i++)
    estimate->rate[i] = 1;
  return estimate;
}

/// For x from 0 to 1.
static double root(double x) {
  double r = 1;
  for (int i = 0; i < 40; i++)
    r = (r + x / r) / 2;
  return r;
}

//===- The rates ------------------------------------------------------------------------------===//

double mc_estimate_importance(struct mc_estimate *estimate, long double weight) {
  if (weight <= estimate->heaviest)
    return root((double)(weight / estimate->heaviest));
  const double less = estimate->heaviest > 0 ? root((double)(estimate->heaviest / weight)) : 0;
  estimate->heaviest = weight;
  estimate->batch_weight *= less;
  for (unsigned i = 0; i < MC_RATES; i++) {
    estimate->batch_fired[i] *= less;
    estimate->batch_waited[i] *= less;
  }
  return 1;
}

static void learn_rates(struct mc_estimate *estimate) {
  const double scale = BATCH / estimate->batch_weight;
  for (unsigned i = 0; i < MC_RATES; i++) {
    estimate->fired[i] = estimate->fired[i] / 2 + estimate->batch_fired[i] * scale;
    estimate->waited[i] = estimate->waited[i] / 2 + estimate->batch_waited[i] * scale;
    const double rate = (estimate->fired[i] + PRIOR) / (estimate->waited[i] + PRIOR);
    estimate->rate[i] = rate > FASTEST ? FASTEST : rate < 1 / FASTEST ? 1 / FASTEST : rate;
    estimate->batch_fired[i] = estimate->batch_waited[i] = 0;
  }
  estimate->batch_weight = 0;
  estimate->heaviest = 0;
  estimate->batch = 0;
  estimate->batches++;
}

//===- The mean -------------------------------------------------------------------------------===//

void mc_estimate_forget(struct mc_estimate *estimate) {
  estimate->probes = 0;
  estimate->sum = estimate->squares = 0;
}

void mc_estimate_add(struct mc_estimate *estimate, long double weight) {
  estimate->probes++;
  estimate->sum += weight;
  estimate->squares += weight * weight;
  if (++estimate->batch < BATCH)
    return;
  learn_rates(estimate);
  if (estimate->batches == 1)
    mc_estimate_forget(estimate); // at rates that were not yet known
}

static double mean_of(const struct mc_estimate *estimate) {
  return estimate->probes ? (double)(estimate->sum / estimate->probes) : 0;
}

/// The relative standard error of the mean.
static double spread_of(const struct mc_estimate *estimate) {
  const long double n = estimate->probes, square = estimate->sum * estimate->sum;
  const long double variance = (n * estimate->squares - square) / square / n;
  return variance <= 0 ? 0 : variance >= 1 ? 1 : root((double)variance);
}

static uint64_t traces_of(const struct mc_search *search) {
  uint64_t traces = 0;
  for (unsigned kind = 0; kind < MC_SLEEP_SET_BLOCKED; kind++)
    traces += search->counts.traces[kind];
  return traces;
}

bool mc_estimate_wants_probe(const struct mc_search *search) {
  const struct mc_estimate *estimate = search->estimate;
  const uint64_t probes = search->counts.estimate.probes, traces = traces_of(search);
  const uint64_t frequent = traces < START ? 0 : (traces - START) / FREQUENT;
  const uint64_t due =
      frequent < FIRST ? frequent : FIRST + (traces - START - FIRST * FREQUENT) / RARE;
  if (probes >= due)
    return false;
  return estimate->probes < LEAST ||
         (spread_of(estimate) > NARROW && (double)traces < mean_of(estimate) / 2) ||
         spread_of(estimate) > 4 * NARROW;
}

static double larger(double a, double b) { return a > b ? a : b; }

void mc_estimate_update(struct mc_search *search) {
  struct mc_estimate_figures *figures = &search->counts.estimate;
  const struct mc_estimate *estimate = search->estimate;
  if (!estimate)
    return;
  const double known = (double)traces_of(search);
  if (search->done) {
    figures->traces = figures->low = figures->high = known;
    figures->at_least = false;
    return;
  }
  const double mean = mean_of(estimate);
  const double spread = estimate->probes ? spread_of(estimate) : 1;
  figures->at_least = estimate->probes < LEAST || spread > WIDE;
  figures->traces = larger(known, mean);
  figures->high = larger(known, mean * (1 + 2 * spread));
  figures->low = larger(known, estimate->probes < LEAST ? 0 : mean / (1 + 2 * spread));
}
