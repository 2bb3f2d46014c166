// In 10,000 traces, with each of 20 seeds, random and pos find the deadlock of 5 philosophers, and
// pct (d = 3) the lost wakeup, the deadlock of the bank transfer and that of 3 philosophers. The
// part of pct's traces that find it is at least the bound of its paper, 1 / (n k^(d-1)), for n
// threads and traces of at most k steps.
//
// RUN: %clang-search %s -o %t
// RUN: %t | FileCheck %s
// CHECK-NOT: wrong
// CHECK: 5 philosophers, random: 20 of 20 seeds
// CHECK: 5 philosophers, pos: 20 of 20 seeds
// CHECK: lost wakeup, pct: 20 of 20 seeds
// CHECK: bank transfer, pct: 20 of 20 seeds
// CHECK: 3 philosophers, pct: 20 of 20 seeds
// CHECK-NOT: wrong
#include "builtin.h"

#include <stdlib.h>

enum { SEEDS = 20, TRACES = 10000, DEPTH = 3 };

static struct program philosophers(unsigned n) {
  struct program p = {0};
  for (unsigned i = 0; i < n; i++)
    new_mutex(&p, PTHREAD_MUTEX_NORMAL, false);
  for (mc_thread t = 0; t < n; t++) {
    const mc_object left = t, right = (t + 1u) % n;
    on(&p, t, "lock", left);
    on(&p, t, "lock", right);
    on(&p, t, "unlock", right);
    on(&p, t, "unlock", left);
  }
  return p;
}

/// The waiter looks at the flag under the mutex; the notifier sets it without.
static struct program lost_wakeup(void) {
  struct program p = {0};
  const mc_object lock = new_mutex(&p, PTHREAD_MUTEX_NORMAL, false),
                  changed = new_object(&p, &mc_primitive_condition), flag = new_variable(&p);
  on(&p, 0, "lock", lock);
  access_to(&p, 0, "load", flag, 0, 0)->jump = 2; // to the unlock
  on_both(&p, 0, "wait", changed, lock);
  on_both(&p, 0, "wake", changed, lock);
  on(&p, 0, "unlock", lock);
  access_to(&p, 1, "store", flag, 1, 0);
  on(&p, 1, "signal", changed);
  return p;
}

static void check(const char *title, const struct program *program, enum mc_algorithm algorithm) {
  static const char *const name[] = {[MC_RANDOM] = "random", [MC_PCT] = "pct", [MC_POS] = "pos"};
  unsigned found = 0;
  uint64_t latest = 0, hits = 0;
  uint32_t steps = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    const struct mc_search_config config = {
        .algorithm = algorithm, .max_depth = 1000, .seed = seed, .pct_depth = DEPTH};
    const struct report report = explore(program, &config, TRACES);
    found += report.deadlocks[0] > 0;
    hits += report.counts.traces[MC_DEADLOCKED];
    latest = report.deadlocks[0] > latest ? report.deadlocks[0] : latest;
    steps = report.counts.max_depth > steps ? report.counts.max_depth : steps;
  }
  const double rate = (double)hits / SEEDS / TRACES,
               bound = 1.0 / program->threads / steps / steps; // d - 1 is 2
  printf("%s, %s: %u of %u seeds, the latest at trace %llu; rate %.4f", title, name[algorithm],
         found, SEEDS, (unsigned long long)latest, rate);
  if (algorithm == MC_PCT)
    printf(", bound 1/(%u * %u^2) = %.4f%s", program->threads, steps, bound,
           rate < bound ? ": wrong" : "");
  printf("\n");
}

int main(void) {
  const struct program three = philosophers(3), five = philosophers(5), transfer = philosophers(2),
                       lost = lost_wakeup();
  check("5 philosophers", &five, MC_RANDOM);
  check("5 philosophers", &five, MC_POS);
  check("5 philosophers", &five, MC_PCT);
  check("lost wakeup", &lost, MC_PCT);
  check("bank transfer", &transfer, MC_PCT);
  check("3 philosophers", &three, MC_PCT);
  return 0;
}
