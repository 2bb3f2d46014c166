// Random programs over all primitives: every search finds the final states, deadlocks and failures
// of the reference; dfs runs each interleaving once; dpor leaves out no class of interleavings.
// DEFINE: %{p} = %root/primitives
// DEFINE: %{locks} = %{p}/mutex.c %{p}/rwlock.c %{p}/semaphore.c %{p}/spinlock.c %{p}/once.c
// DEFINE: %{others} = %{p}/thread.c %{p}/condition.c %{p}/barrier.c %{p}/futex.c %{p}/variable.c
// %{p}/signal.c DEFINE: %{sources} = %S/Inputs/*.c %root/dpor/*.c %{locks} %{others} DEFINE:
// %{flags} = -D_GNU_SOURCE= -fexceptions -no-pie -Wl,--unresolved-symbols=ignore-all RUN: %clang
// -std=gnu17 -O2 -I%root -I%root/include %s %{sources} %{flags} -o %t RUN: %t | FileCheck %s
// CHECK-NOT: wrong
// CHECK: at least 2000 programs: yes
// CHECK-NEXT: wrong: dfs 0, dpor 0, dpor with sleep sets 0
//
// The primitives' interposed functions are linked in, but the runtime that they call is not:
// nothing here calls them.
#include "Inputs/random_program.h"
#include "Inputs/reference.h"
#include "Inputs/tiny.h"

#include <stdlib.h>

enum { SEEDS = 300, MOST_OPERATIONS = 12, MOST_PATHS = 3000 };
static const char *const search_name[] = {"dfs", "dpor", "dpor with sleep sets"};

static uint64_t all_traces(const struct report *report) {
  uint64_t sum = 0;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    sum += report->counts.traces[kind];
  return sum;
}

/// Compares the searches on one program; adds to `wrong`.
static void compare(enum family family, uint64_t seed, const struct program *program,
                    struct reference *reference, unsigned wrong[3]) {
  struct outcomes classes = {0};
  for (int s = 0; s < 3; s++) {
    const struct mc_search_config config =
        config_of(s ? MC_DPOR : MC_DFS, s == 2 ? MC_SLEEP_PLAIN : MC_SLEEP_NONE);
    struct report report = explore(program, &config, 0);
    bool right = report.end == MC_NEXT_END || report.end == MC_NEXT_STEP;
    right &= outcomes_equal(&report.outcomes, &reference->outcomes);
    if (s == 0) {
      right &= (double)all_traces(&report) == reference->executions && !reference->wrong;
      classes = report.classes;
    } else {
      right &= outcomes_equal(&report.classes, &classes);
      outcomes_free(&report.classes);
    }
    if (!right) {
      wrong[s]++;
      printf("wrong: %s, %s, seed %lu\n", search_name[s], family_name[family], (long)seed);
      print_program(program);
    }
    outcomes_free(&report.outcomes);
  }
  outcomes_free(&classes);
}

int main(void) {
  unsigned programs = 0, wrong[3] = {0};
  with_classes = true;
  for (enum family family = 0; family <= FAMILIES; family++)
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
      const struct program program = random_program(family, seed, MOST_OPERATIONS);
      struct reference reference = enumerate(&program, 3000, true);
      if (!reference.too_large && reference.executions <= MOST_PATHS) {
        programs++;
        compare(family, seed, &program, &reference, wrong);
      }
      reference_free(&reference);
    }
  printf("at least 2000 programs: %s\n", programs >= 2000 ? "yes" : "no");
  printf("wrong: dfs %u, dpor %u, dpor with sleep sets %u\n", wrong[0], wrong[1], wrong[2]);
  return 0;
}
