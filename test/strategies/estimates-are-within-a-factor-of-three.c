// The estimate, asked for after 1,500 traces, is within a factor of 3 of the number of traces in 18
// of 20 seeds, on each program of more than 10,000 traces; and for dfs, whose traces are
// interleavings. Each line: the number of traces, of seeds within a factor of 3, of seeds with "at
// least", the lowest and the highest estimate as part of the number, and the mean number of probes.
// DEFINE: %{a} = %root/benchmarks/abstract
// RUN: %clang-search %s %{a}/machine.c %{a}/primitives.c %{a}/programs.c -o %t
// RUN: %t | FileCheck %s
// CHECK-COUNT-17: of 20 within a factor of 3
// CHECK: misses: 0
#include "benchmarks/abstract/machine.h"
#include "benchmarks/abstract/primitives.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 20, ENOUGH = 18, ASKED_AFTER = 1500 };

static const struct row {
  const char *program;
  unsigned size;
  uint64_t traces; ///< 0: as in benchmarks/abstract
  bool numbered, every_order;
} rows[] = {
    {"one_mutex", 8, 0, false, false},
    {"one_mutex", 12, 0, false, false},
    {"philosophers_ordered", 14, 0, false, false},
    {"philosophers_ordered", 24, 0, false, false},
    {"philosophers_naive", 16, 0, false, false},
    {"philosophers_mutex", 8, 0, false, false},
    {"readers", 14, 0, false, false},
    {"readers", 20, 0, false, false},
    {"lastzero", 12, 0, false, false},
    {"lastzero", 15, 0, false, false},
    {"lastzero", 18, 0, false, false},
    {"philosophers_semaphores", 5, 87120, false, false},
    {"philosophers_semaphores", 5, 207360, true, false},
    {"shared_mutex", 9, 48620, false, false},         // 18! / (9! 9!)
    {"shared_mutex", 20, 137846528820, false, false}, // 40! / (20! 20!)
    {"one_mutex", 8, 40320, false, true},             // an unlock is the only step that can run
    {"readers", 8, 362880, false, true},              // 9!
};

static struct mc_arena arena;

static struct mc_estimate_figures estimate(const struct row *row, uint64_t seed) {
  static struct machine m;
  const struct abstract_program *program = abstract_programs;
  while (strcmp(program->name, row->program) != 0)
    program++;
  machine_init(&m, program, row->size,
               row->numbered ? &abstract_numbered_semaphore : &abstract_semaphore);
  struct machine_state *first = machine_save(&m);
  const struct mc_search_config config = {.algorithm = row->every_order ? MC_DFS : MC_OPTIMAL,
                                          .sleep_sets =
                                              row->every_order ? MC_SLEEP_NONE : MC_SLEEP_PLAIN,
                                          .max_depth = 1000,
                                          .estimates = true,
                                          .seed = seed};
  arena.used = 0;
  struct mc_search *search = mc_search_new(&arena, &config);
  const struct mc_search_counts *counts = mc_search_counts(search);
  while (counts->traces[MC_COMPLETED] + counts->traces[MC_DEADLOCKED] < ASKED_AFTER) {
    struct mc_next next;
    machine_restore(&m, first);
    mc_search_begin(search, &m.model);
    while (mc_search_next(search, &m.model, &next) == MC_NEXT_STEP)
      machine_step(&m, next.step);
    if (!mc_search_end(search, &m.model, next.kind))
      abort();
  }
  free(first);
  machine_free(&m);
  return counts->estimate;
}

static uint64_t traces_of(const struct row *row) {
  const struct abstract_program *program = abstract_programs;
  while (strcmp(program->name, row->program) != 0)
    program++;
  return row->traces ? row->traces : program->classes(row->size);
}

/// false: too few estimates are near.
static bool check(const struct row *row) {
  const uint64_t traces = traces_of(row);
  double lowest = 1e300, highest = 0, probes = 0;
  unsigned near = 0, at_least = 0;
  for (uint64_t seed = 1; seed <= SEEDS; seed++) {
    const struct mc_estimate_figures e = estimate(row, seed);
    const double part = e.traces / (double)traces;
    near += part > 1 / 3.0 && part < 3;
    at_least += e.at_least;
    probes += (double)e.probes / SEEDS;
    lowest = part < lowest ? part : lowest;
    highest = part > highest ? part : highest;
  }
  printf("%s %u%s%s: %llu traces, %u of %u within a factor of 3, %u at least, %.2f to %.2f, "
         "%.0f probes\n",
         row->program, row->size, row->numbered ? " numbered" : "", row->every_order ? " dfs" : "",
         (unsigned long long)traces, near, SEEDS, at_least, lowest, highest, probes);
  return near >= ENOUGH && traces > 10000;
}

int main(void) {
  unsigned misses = 0;
  arena = (struct mc_arena){.base = malloc((size_t)256 << 20), .size = (size_t)256 << 20};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
    misses += !check(&rows[i]);
  printf("misses: %u\n", misses);
  return 0;
}
