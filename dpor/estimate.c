// dpor/estimate.c - how many traces will there be? The mean weight of random probes; see probe.c.
//
// Probes:  none in the first START traces, as most programs have no more; then one for FREQUENT
//          traces, up to LEAST of them; from then on one for RARE, as it costs some five traces.
//          None while the spread is small enough, or when the search is half done.
// Cost:    a probe repeats nothing of the trace before it. The probes take one step for STEPS new ones
//          of the search, and LOOKS for each of its steps at what is known; both more at first.
// Spread:  the mean, times and divided by 1 + 2 e, where e is its relative standard error.
#include "estimate.h"

enum { START = 64, FREQUENT = 4, LEAST = 64, RARE = 64, LEARNT = 16 };
enum { STEPS_AT_ONCE = 1 << 13, STEPS = 16, LOOKS_AT_ONCE = 1 << 20, LOOKS = 2 };
#define NARROW 0.05 // relative standard error with which one is content
#define WIDE 0.4    // above this the mean says little

struct mc_estimate *mc_estimate_new(struct mc_search *search) {
  struct mc_estimate *estimate = mc_arena_take(search->arena, sizeof *estimate);
  if (estimate)
    mc_estimate_forget(estimate);
  return estimate;
}

static double root(double x) { // for x from 0 to 1
  double r = 1;
  for (int i = 0; i < 40; i++)
    r = (r + x / r) / 2;
  return r;
}

static double mean_of(const struct mc_estimate *estimate) {
  return estimate->probes ? estimate->sum / (double)estimate->probes : 0;
}

/// What no probe has met may be one in so many.
static double spread_of(const struct mc_estimate *estimate) {
  if (estimate->sum <= 0)
    return 1;
  const double square = mean_of(estimate) * mean_of(estimate), n = (double)estimate->probes;
  const double variance = (estimate->squares / n / square - 1) / n + 1 / (n * n);
  return variance >= 1 ? 1 : root(variance);
}

void mc_estimate_weigh(struct mc_estimate *estimate) {
  estimate->sum += estimate->weight;
  estimate->squares += estimate->weight * estimate->weight;
  estimate->spread = spread_of(estimate);
}

void mc_estimate_forget(struct mc_estimate *estimate) {
  estimate->probes = 0;
  estimate->sum = estimate->squares = 0;
  estimate->spread = 1;
}

static bool can_afford_probe(const struct mc_search *search) {
  const struct mc_search_counts *counts = &search->counts;
  search->estimate->allowed = LOOKS_AT_ONCE + LOOKS * (counts->transitions + counts->replayed);
  return search->estimate->work <= search->estimate->allowed &&
         search->estimate->steps <= STEPS_AT_ONCE + counts->transitions / STEPS;
}

bool mc_estimate_wants_probe(const struct mc_search *search) {
  const struct mc_estimate *estimate = search->estimate;
  const uint64_t probes = search->counts.estimate.probes, traces = mc_traces_of(&search->counts);
  const uint64_t frequent = traces < START ? 0 : (traces - START) / FREQUENT;
  const uint64_t due =
      frequent < LEAST ? frequent : LEAST + (traces - START - LEAST * FREQUENT) / RARE;
  if (probes >= due || !can_afford_probe(search))
    return false;
  return estimate->probes < LEAST ||
         (estimate->spread > NARROW && (double)traces < mean_of(estimate) / 2) ||
         estimate->spread > 4 * NARROW;
}

bool mc_estimate_look(struct mc_search *search, enum mc_trace_kind kind) {
  if (!search->estimate || kind == MC_SLEEP_SET_BLOCKED)
    return true;
  const uint64_t traces = mc_traces_of(&search->counts);
  return (traces >= START && traces % LEARNT != 0) ||
         mc_estimate_learn(search, search->estimate, true);
}

static double larger(double a, double b) { return a > b ? a : b; }

void mc_estimate_update(struct mc_search *search) {
  struct mc_estimate_figures *figures = &search->counts.estimate;
  const struct mc_estimate *estimate = search->estimate;
  if (!estimate)
    return;
  const double known = (double)mc_traces_of(&search->counts);
  if (search->done) {
    figures->traces = figures->low = figures->high = known;
    figures->at_least = false;
    return;
  }
  const double mean = mean_of(estimate), factor = 1 + 2 * estimate->spread;
  figures->at_least = estimate->probes < LEAST || estimate->spread > WIDE;
  figures->traces = larger(known, mean);
  figures->high = larger(known, mean * factor);
  figures->low = larger(known, estimate->probes < LEAST ? 0 : mean / factor);
}
