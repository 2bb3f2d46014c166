// Where threads poll, loop or wait busily, pop has as many traces of each kind as optimal; so has
// optimal that hands over to pop.
// RUN: %clang-search %s -o %t
// RUN: %t %if sanitize %{ 100 %} %else %{ 1000 %} | FileCheck %s
// CHECK-NOT: differs
// CHECK: busy waits: {{[1-9][0-9]+}} programs
#include "Inputs/polling_program.h"

#include <stdlib.h>

enum { MOST_TRACES = 3000 };
static const char *const waiting_name[WAITINGS] = {"tries", "loops", "busy waits"};

static struct report run(const struct program *program, enum mc_algorithm algorithm,
                         uint64_t most_tree_bytes) {
  const struct mc_search_config config = {
      .algorithm = algorithm, .sleep_sets = MC_SLEEP_PLAIN, .max_depth = 300,
      .most_tree_bytes = most_tree_bytes};
  struct report report = explore(program, &config, 2 * MOST_TRACES);
  outcomes_free(&report.outcomes);
  return report;
}

/// Neither is it too large, nor does something fail, nor is it explored with fair schedules alone.
static bool is_fit(const struct report *optimal) {
  const struct mc_search_counts *counts = &optimal->counts;
  return optimal->end != MC_NEXT_UNFAIR && !counts->traces[MC_FAILED] && !counts->unknown &&
         mc_traces_of(counts) < MOST_TRACES;
}

static bool differ(const struct report *a, const struct report *b) {
  for (int kind = 0; kind < MC_SLEEP_SET_BLOCKED; kind++)
    if (a->counts.traces[kind] != b->counts.traces[kind])
      return true;
  return b->unsuited;
}

static void compare(enum waiting waiting, unsigned long seeds) {
  unsigned programs = 0;
  for (unsigned long seed = 0; seed < seeds; seed++) {
    const struct program program = polling_program(waiting, seed);
    const struct report optimal = run(&program, MC_OPTIMAL, 0);
    if (!is_fit(&optimal))
      continue;
    const struct report pop = run(&program, MC_POP, 0);
    const struct report handed_over = run(&program, MC_OPTIMAL, 1);
    programs++;
    if (differ(&optimal, &pop) || differ(&optimal, &handed_over))
      printf("differs: %s, seed %lu\n", waiting_name[waiting], seed);
  }
  printf("%s: %u programs\n", waiting_name[waiting], programs);
}

int main(int count, char **argument) {
  const unsigned long seeds = count > 1 ? strtoul(argument[1], NULL, 0) : 100;
  for (enum waiting waiting = 0; waiting < WAITINGS; waiting++)
    compare(waiting, seeds);
  return 0;
}
