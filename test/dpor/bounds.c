// With at most N preemptions, dfs runs each execution once, and dpor finds every final state,
// deadlock, failure and class that an enumeration finds. With at most N delays, dfs does. Random
// programs over every primitive and over opaque objects, N = 0, 1, 2, 3.
// RUN: %clang-search %s -o %t
// RUN: %t 0 %if sanitize %{ 50 %} %else %{ 150 %} >report
// RUN: FileCheck %s <report
// RUN: %if !sanitize %{ FileCheck --check-prefix=ALL %s <report %}
// CHECK-NOT: wrong
// ALL: {{^[2-6][0-9][0-9][0-9]}} programs
// CHECK: wrong: 0
#include "Inputs/bounded.h"
#include "Inputs/random_program.h"
#include "Inputs/shrink.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_OF_BOUND = 3, MOST_EXECUTIONS = 3000 };

static bool too_large;
static enum mc_bound bound;
static unsigned most;
static double executions[MOST_OF_BOUND + 1], traces[MOST_OF_BOUND + 1], delayed[MOST_OF_BOUND + 1];

static uint64_t all_traces(const struct report *report) {
  uint64_t sum = 0;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    sum += report->counts.traces[kind];
  return sum;
}

static const char *compare(enum mc_algorithm algorithm, const struct program *program,
                           const struct bounded *all, uint64_t *run) {
  const struct mc_search_config config = {.algorithm = algorithm,
                                          .sleep_sets = MC_SLEEP_NONE,
                                          .max_depth = 1000,
                                          .bound = bound,
                                          .most = most};
  with_classes = true;
  struct report report = explore(program, &config, all->executions + 1);
  *run = all_traces(&report);
  const char *wrong = NULL;
  if (report.end != MC_NEXT_END && report.end != MC_NEXT_STEP)
    wrong = "does not come to an end";
  else if (!outcomes_equal(&report.outcomes, &all->outcomes))
    wrong = "has other final states, deadlocks or failures";
  else if (!outcomes_equal(&report.classes, &all->classes))
    wrong = "leaves out a class";
  else if (algorithm == MC_DFS ? *run != all->executions : *run > all->executions)
    wrong = "runs another number of executions";
  outcomes_free(&report.classes);
  outcomes_free(&report.outcomes);
  return wrong;
}

/// With at most `most` of `bound`.
static const char *what_is_wrong(const struct program *program) {
  struct bounded all = enumerate_bounded(program, bound, most, MOST_EXECUTIONS);
  uint64_t by_dfs, by_dpor;
  too_large = all.too_large;
  const char *wrong = NULL;
  if (!too_large && bound == MC_PREEMPTIONS) {
    wrong = compare(MC_DPOR, program, &all, &by_dpor);
    executions[most] += (double)all.executions;
    traces[most] += (double)by_dpor;
  }
  if (!too_large && !wrong && compare(MC_DFS, program, &all, &by_dfs))
    wrong = "dfs is wrong";
  if (!too_large && bound == MC_DELAYS)
    delayed[most] += (double)all.executions;
  bounded_free(&all);
  return wrong;
}

/// bounds FIRST END [FAMILY]: the programs of these seeds.
int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 100;
  unsigned programs = 0, wrong = 0;
  for (enum family family = 0; family < FAMILIES; family++)
    for (unsigned long seed = first; seed < end; seed++) {
      if (count > 3 && strcmp(argument[3], family_name[family]) != 0)
        continue;
      const struct program program = random_program(family, seed);
      for (unsigned i = 0; i < 2 * (MOST_OF_BOUND + 1); i++) {
        bound = i % 2 ? MC_DELAYS : MC_PREEMPTIONS;
        most = i / 2;
        const char *text = what_is_wrong(&program);
        if (too_large)
          break;
        programs += i == 2 * MOST_OF_BOUND + 1;
        if (!text || wrong++)
          continue;
        printf("wrong: %s, with %u %s: family %s, seed %lu; a smaller program:\n\n", text, most,
               bound == MC_DELAYS ? "delays" : "preemptions", family_name[family], seed);
        const struct program smallest = shrink(&program, what_is_wrong);
        print_program(&smallest, "found");
      }
    }
  printf("%u programs\n", programs);
  for (unsigned n = 0; n <= MOST_OF_BOUND; n++)
    printf("%u preemptions: %.0f executions, dpor runs %.0f; %u delays: %.0f executions\n", n,
           executions[n], traces[n], n, delayed[n]);
  printf("wrong: %u\n", wrong);
  return 0;
}
