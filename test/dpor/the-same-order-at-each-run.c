// The same program and options give the same traces, step by step and in the same order: at each
// run, wherever the arena lies and whatever was explored before.
// REQUIRES: fixed-addresses
// RUN: %clang-search %s -o %t
// RUN: %t up >first
// RUN: FileCheck %s <first
// RUN: env PADDING=%s%s%s%s%s%s%s%s%s setarch -R %t up >second
// RUN: cmp first second
// Now each program is explored after others than before.
// RUN: %t down | sort >third
// RUN: sort first | cmp - third
// CHECK-DAG: {{^}}optimal, mixed 5: {{[1-9][0-9]*}} steps
// CHECK-DAG: {{^}}pos, mixed 5: {{[1-9][0-9]*}} steps
#include "Inputs/random_program.h"

#include <string.h>

enum { SEEDS = 6, MOST_TRACES = 300 };

static uint64_t steps, order;

static void note_trace(const struct mc_search *search, const struct mc_model *model) {
  const uint32_t depth = mc_search_depth(search);
  const uint32_t part = mc_search_part(search);
  (void)model;
  order = hash(order, &part, sizeof part);
  for (uint32_t i = 0; i < depth; i++) {
    const struct mc_operation *step = mc_search_operation(search, i);
    const uint32_t seen[] = {step->thread, step->alternative, step->kind, step->object[0]};
    order = hash(order, seen, sizeof seen);
  }
  steps += depth;
}

static const struct {
  const char *name;
  struct mc_search_config config;
} searches[] = {
    {"dfs", {.algorithm = MC_DFS}},
    {"dpor", {.algorithm = MC_DPOR, .sleep_sets = MC_SLEEP_PLAIN}},
    {"dpor without sleep sets", {.algorithm = MC_DPOR}},
    {"two preemptions", {.algorithm = MC_DPOR, .bound = MC_PREEMPTIONS, .most = 2}},
    {"two delays", {.algorithm = MC_DFS, .bound = MC_DELAYS, .most = 2}},
    {"source", {.algorithm = MC_SOURCE, .sleep_sets = MC_SLEEP_PLAIN}},
    {"source, conditional", {.algorithm = MC_SOURCE, .sleep_sets = MC_SLEEP_CONDITIONAL}},
    {"optimal", {.algorithm = MC_OPTIMAL, .sleep_sets = MC_SLEEP_PLAIN}},
    {"pop", {.algorithm = MC_POP, .sleep_sets = MC_SLEEP_PLAIN}},
    {"handed over",
     {.algorithm = MC_OPTIMAL, .sleep_sets = MC_SLEEP_PLAIN, .most_tree_bytes = 1}},
    {"optimal with an estimate",
     {.algorithm = MC_OPTIMAL, .sleep_sets = MC_SLEEP_PLAIN, .estimates = true, .seed = 3}},
    {"fair dpor", {.algorithm = MC_DPOR, .sleep_sets = MC_SLEEP_PLAIN, .fair = true}},
    {"random", {.algorithm = MC_RANDOM, .seed = 1}},
    {"pct", {.algorithm = MC_PCT, .seed = 2, .pct_depth = 3}},
    {"pos", {.algorithm = MC_POS, .seed = 3}},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

int main(int argc, char **argv) {
  const bool down = argc > 1 && strcmp(argv[1], "down") == 0;
  enum { ALL = SEARCHES * FAMILIES * SEEDS };
  at_end = note_trace;
  for (int n = 0; n < ALL; n++) {
    const int which = down ? ALL - 1 - n : n, search = which % SEARCHES;
    const enum family family = which / SEARCHES % FAMILIES;
    const int seed = which / SEARCHES / FAMILIES;
    const struct program program = random_program(family, (uint64_t)seed);
    struct mc_search_config config = searches[search].config;
    config.max_depth = 1000;
    steps = order = 0;
    struct report report = explore(&program, &config, MOST_TRACES);
    printf("%s, %s %d: %llu steps, %016llx\n", searches[search].name, family_name[family], seed,
           (unsigned long long)steps, (unsigned long long)order);
    outcomes_free(&report.outcomes);
  }
  return 0;
}
