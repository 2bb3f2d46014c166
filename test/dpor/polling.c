// Programs that wait by asking again and again: every search finds the final states, deadlocks and
// failures that a walk over all states finds, and livelocks where dfs does. Where only fair
// schedules are explored it finds some of them: which schedules are fair depends on the order of
// independent steps too, so that dpor can leave out what dfs finds (fair.c); that is counted.
// RUN: %clang-search %s -o %t
// RUN: %t 0 %if sanitize %{ 20 %} %else %{ 70 %} >report
// RUN: FileCheck %s <report
// CHECK-NOT: wrong
// CHECK: wrong: 0
#include "Inputs/polling_program.h"
#include "Inputs/random_program.h"
#include "Inputs/shrink.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_STATES = 20000, MOST_TRACES = 1000 };

static const struct {
  const char *name;
  struct mc_search_config config;
} searches[] = {
    {"dfs", {.algorithm = MC_DFS}},
    {"dpor without sleep sets", {.algorithm = MC_DPOR}},
    {"dpor", {.algorithm = MC_DPOR, .sleep_sets = MC_SLEEP_PLAIN}},
    {"source", {.algorithm = MC_SOURCE, .sleep_sets = MC_SLEEP_PLAIN}},
    {"source, conditional", {.algorithm = MC_SOURCE, .sleep_sets = MC_SLEEP_CONDITIONAL}},
    {"optimal", {.algorithm = MC_OPTIMAL, .sleep_sets = MC_SLEEP_PLAIN}},
    {"pop", {.algorithm = MC_POP, .sleep_sets = MC_SLEEP_PLAIN}},
};
enum { SEARCHES = sizeof searches / sizeof *searches };

static const char *const waiting_name[WAITINGS] = {"tries", "loops", "busy waits"};
static unsigned programs, left_out, wrongs, fair_ones, less_than_dfs, livelocks;
static int which; ///< search

/// As the runtime does: where a search finds that a thread could poll for ever, it restarts with
/// fair schedules.
static struct report search(const struct program *program, int s, bool *fair) {
  struct mc_search_config config = searches[s].config;
  config.max_depth = 300;
  struct report report = explore(program, &config, MOST_TRACES);
  *fair = report.end == MC_NEXT_UNFAIR;
  if (*fair) {
    outcomes_free(&report.outcomes);
    config.fair = true;
    report = explore(program, &config, MOST_TRACES);
  }
  return report;
}

static bool is_complete(const struct report *report) {
  uint64_t traces = 0;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    traces += kind == MC_SLEEP_SET_BLOCKED ? 0 : report->counts.traces[kind];
  return traces < MOST_TRACES;
}

/// What is wrong with a search on the program, or NULL. Searches that are too long are left out.
static const char *wrong_of(const struct program *program, int s) {
  bool too_large, fair, dfs_fair;
  struct outcomes all = all_outcomes(program, MOST_STATES, &too_large);
  struct report dfs = search(program, 0, &dfs_fair);
  struct report report = search(program, s, &fair);
  const char *wrong = NULL;
  fair_ones += fair;
  livelocks += report.livelock;
  if (too_large || !is_complete(&report))
    left_out++;
  else if (!outcomes_within(&report.outcomes, &all))
    wrong = "finds what is not there";
  else if (!fair && report.outcomes.count != all.count)
    wrong = "leaves something out";
  else if (is_complete(&dfs) && !outcomes_within(&dfs.outcomes, &report.outcomes))
    less_than_dfs++;
  else if (is_complete(&dfs) && dfs.livelock != report.livelock)
    wrong = "is of another opinion about livelocks";
  outcomes_free(&all);
  outcomes_free(&dfs.outcomes);
  outcomes_free(&report.outcomes);
  return wrong;
}

static const char *wrong_text;
static const char *as_wrong(const struct program *program) {
  const char *text = is_polling_program(program) ? wrong_of(program, which) : NULL;
  return text && strcmp(text, wrong_text) == 0 ? text : NULL;
}

static void try_program(enum waiting waiting, unsigned long seed) {
  static bool printed[WAITINGS][SEARCHES];
  const struct program program = polling_program(waiting, seed);
  programs++;
  for (which = 0; which < SEARCHES; which++) {
    wrong_text = wrong_of(&program, which);
    if (!wrong_text)
      continue;
    wrongs++;
    if (printed[waiting][which])
      continue;
    printed[waiting][which] = true;
    printf("wrong: %s %s: %s, seed %lu; the smallest such program:\n\n", searches[which].name,
           wrong_text, waiting_name[waiting], seed);
    const struct program smallest = shrink(&program, as_wrong);
    print_program(&smallest, "found");
    printf("\n");
  }
}

int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 100;
  for (enum waiting waiting = 0; waiting < WAITINGS; waiting++)
    if (count < 4 || strcmp(argument[3], waiting_name[waiting]) == 0)
      for (unsigned long seed = first; seed < end; seed++)
        try_program(waiting, seed);
  printf(
      "%u programs, %u searches left out as too long, %u fair (%u find less than dfs), %u with a "
      "livelock\n",
      programs, left_out, fair_ones, less_than_dfs, livelocks);
  printf("wrong: %u\n", wrongs);
  return 0;
}
