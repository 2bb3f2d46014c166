// dpor/sampling/estimate.c - how many traces will there be? The mean weight of random probes; see
// probe.c.
//
// Probes:  none in the first START traces, as most programs have no more; then one for FREQUENT
//          traces, up to LEAST of them; from then on one for RARE, as it costs some five traces.
//          None while the spread is small enough, or when the search is half done.
// Cost:    a probe repeats nothing of the trace before it. The probes take one step for STEPS new ones
//          of the search, and LOOKS for each of its steps at what is known; both more at first.
// Spread:  e, the relative standard error of the mean. Weights have a long tail: where the probes have
//          met too little of it, the weights themselves show too small a spread, but their logarithms
//          do not. So e is the larger one of theirs and of that of a lognormal distribution.
// Range:   from the mean divided by 1 + LOW e to the mean times 1 + HIGH e, measured so that 19 of 20
//          ranges hold the number of traces: test/strategies/the-range-holds-the-number-of-traces.c.
#include "estimate.h"

enum { START = 64, FREQUENT = 4, LEAST = 64, RARE = 64, LEARNT = 16 };
enum { STEPS_AT_ONCE = 1 << 13, STEPS = 16, LOOKS_AT_ONCE = 1 << 20, LOOKS = 2 };
#define NARROW 0.05 // relative standard error with which one is content
#define WIDE 0.25   // above this the mean says little
#define LOW 3
#define HIGH 8

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

static double logarithm(double x) { // for x from 1
  double whole = 0, t, sum = 0;
  for (; x > 1.5; x /= 2)
    whole += 0.69314718055994531;
  t = (x - 1) / (x + 1);
  for (int i = 1; i < 40; i += 2, t *= (x - 1) / (x + 1) * ((x - 1) / (x + 1)))
    sum += 2 * t / i;
  return whole + sum;
}

static double exponential(double x) { // for x from 0 to 64
  double power = 1, term = 1;
  for (int i = 1; i < 20; i++)
    power += term *= x / 64 / i;
  for (int i = 0; i < 6; i++)
    power *= power;
  return power;
}

/// The mean of the squares of what has these logarithms, as part of the square of its mean, if their
/// distribution is normal.
static double lognormal(const struct mc_estimate *estimate) {
  const double n = (double)estimate->alive, mean = estimate->log_sum / n;
  const double variance = (estimate->log_squares / n - mean * mean) * n / (n - 1);
  return variance <= 0 ? 1 : exponential(variance > 64 ? 64 : variance);
}

/// The relative standard error of the mean. What no probe has met may be one in as many as there
/// are probes.
static double spread_of(const struct mc_estimate *estimate) {
  if (estimate->alive < 2)
    return 1;
  const double square = mean_of(estimate) * mean_of(estimate), n = (double)estimate->probes;
  double part = lognormal(estimate) * n / (double)estimate->alive;
  if (part < estimate->squares / n / square)
    part = estimate->squares / n / square;
  const double variance = (part - 1) / n + 1 / (n * n);
  return variance >= 1 ? 1 : root(variance);
}

void mc_estimate_weigh(struct mc_estimate *estimate) {
  if (estimate->weight > 0) {
    const double log = logarithm(estimate->weight);
    estimate->alive++;
    estimate->log_sum += log;
    estimate->log_squares += log * log;
  }
  estimate->sum += estimate->weight;
  estimate->squares += estimate->weight * estimate->weight;
  estimate->spread = spread_of(estimate);
}

void mc_estimate_forget(struct mc_estimate *estimate) {
  estimate->probes = estimate->alive = 0;
  estimate->sum = estimate->squares = estimate->log_sum = estimate->log_squares = 0;
  estimate->spread = 1;
}

static bool can_afford_probe(const struct mc_search *search) {
  const struct mc_search_counts *counts = &search->tree->counts;
  search->estimate->allowed = LOOKS_AT_ONCE + LOOKS * (counts->transitions + counts->replayed);
  return search->estimate->work <= search->estimate->allowed &&
         search->estimate->steps <= STEPS_AT_ONCE + counts->transitions / STEPS;
}

bool mc_estimate_wants_probe(const struct mc_search *search) {
  const struct mc_estimate *estimate = search->estimate;
  const uint64_t probes = search->tree->counts.estimate.probes,
                 traces = mc_traces_of(&search->tree->counts);
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
  const uint64_t traces = mc_traces_of(&search->tree->counts);
  bool news = false;
  if (traces >= START && traces % LEARNT != 0)
    return true;
  if (!mc_estimate_learn(search, search->estimate, true, &news))
    return false;
  if (news)
    mc_estimate_forget(search->estimate);
  return true;
}

static double larger(double a, double b) { return a > b ? a : b; }

void mc_estimate_update(struct mc_search *search) {
  struct mc_estimate_figures *figures = &search->tree->counts.estimate;
  const struct mc_estimate *estimate = search->estimate;
  if (!estimate)
    return;
  const double known = (double)mc_traces_of(&search->tree->counts);
  if (search->tree->done) {
    figures->traces = figures->low = figures->high = known;
    figures->at_least = false;
    return;
  }
  const double mean = mean_of(estimate), high = mean * (1 + HIGH * estimate->spread);
  const bool has_redundant_traces = search->tree->counts.unknown; // what is estimated are classes
  figures->at_least = estimate->probes < LEAST || estimate->spread > WIDE || has_redundant_traces ||
                      known > high;
  figures->traces = larger(known, mean);
  figures->high = larger(known, high);
  figures->low = larger(known, estimate->probes < LEAST ? 0 : mean / (1 + LOW * estimate->spread));
}
