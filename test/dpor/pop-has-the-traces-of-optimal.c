// Where threads have a limit, and where programs are larger than those of which the reference
// lists all classes, pop has as many traces of each kind as optimal, but for those that are
// sleep-set blocked. So has optimal where it hands over to pop, early or late.
// RUN: %clang-search %s -o %t
// RUN: %t %if sanitize %{ 40 %} %else %{ 300 %} | FileCheck %s
// CHECK-NOT: differs
// CHECK: no limit: {{[1-9][0-9][0-9]+}} programs
// CHECK-NOT: differs
// CHECK: 2 steps a thread: {{[1-9][0-9][0-9]+}} programs
// CHECK-NOT: differs
// CHECK: 4 steps a thread: {{[1-9][0-9][0-9]+}} programs
// CHECK-NOT: differs
#include "Inputs/random_program.h"

#include <stdlib.h>

enum { MOST_TRACES = 4000 };

static struct report run(const struct program *program, enum mc_algorithm algorithm,
                         uint32_t per_thread, uint64_t most_tree_bytes) {
  const struct mc_search_config config = {.algorithm = algorithm,
                                          .sleep_sets = MC_SLEEP_PLAIN,
                                          .max_depth = 1000,
                                          .max_depth_per_thread = per_thread,
                                          .most_tree_bytes = most_tree_bytes};
  struct report report = explore(program, &config, MOST_TRACES);
  outcomes_free(&report.outcomes);
  return report;
}

static bool is_too_large(const struct report *report) {
  return mc_traces_of(&report->counts) >= MOST_TRACES;
}

static bool differ(const struct report *a, const struct report *b) {
  for (int kind = 0; kind < MC_SLEEP_SET_BLOCKED; kind++)
    if (a->counts.traces[kind] != b->counts.traces[kind])
      return true;
  return false;
}

static void compare(const char *title, unsigned long seeds, uint32_t per_thread) {
  unsigned programs = 0;
  for (enum family family = 0; family < FAMILIES; family++)
    for (unsigned long seed = 1000000; seed < 1000000 + seeds; seed++) {
      const struct program program = random_program(family, seed);
      const struct report optimal = run(&program, MC_OPTIMAL, per_thread, 0);
      if (is_too_large(&optimal) || optimal.counts.traces[MC_FAILED] || optimal.counts.unknown)
        continue;
      const struct report pop = run(&program, MC_POP, per_thread, 0);
      programs += !pop.unsuited;
      if (differ(&optimal, &pop))
        printf("%s differs: family %s, seed %lu\n", title, family_name[family], seed);
      for (uint64_t bytes = 1; bytes < 100000; bytes *= 1000) {
        const struct report handed_over = run(&program, MC_OPTIMAL, per_thread, bytes);
        if (differ(&optimal, &handed_over))
          printf("%s differs: handed over at %lu, family %s, seed %lu\n", title,
                 (unsigned long)bytes, family_name[family], seed);
      }
    }
  printf("%s: %u programs\n", title, programs);
}

int main(int count, char **argument) {
  const unsigned long seeds = count > 1 ? strtoul(argument[1], NULL, 0) : 40;
  compare("no limit", seeds, 0);
  compare("2 steps a thread", seeds, 2);
  compare("4 steps a thread", seeds, 4);
  return 0;
}
