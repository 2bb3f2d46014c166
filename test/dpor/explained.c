// Of each failure and deadlock of a random program: the schedule that is shown has the fewest
// preemptions of all with that outcome, and of those the fewest steps; and the step that decides is
// the one that brute force finds. What this could hide: a simpler schedule, a prefix from which the
// program can still succeed.
// RUN: %clang-search %s -o %t
// RUN: %t 0 %if sanitize %{ 50 %} %else %{ 300 %} >report
// RUN: FileCheck %s <report
// RUN: %if !sanitize %{ FileCheck --check-prefix=ALL %s <report %}
// CHECK-NOT: wrong
// ALL: 2065 programs, 3652 explained: 1065 simpler, 0 not with the fewest steps, 3652 with a step that decides
// CHECK: wrong: 0
#include "Inputs/bounded.h"
#include "Inputs/random_program.h"
#include "dpor/explain/explain.h"

#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_EXECUTIONS = 3000, MOST_LENGTH = 64, TRACES = 20000, MOST_TARGETS = 4 };

//===- By brute force -------------------------------------------------------------------------===//

static struct bad_end {
  uint64_t outcome;
  unsigned spent, length;
} bad[MOST_TARGETS];
static unsigned bads;

/// The simplest of each outcome.
static void note_bad(uint64_t outcome, unsigned spent, unsigned length) {
  unsigned i = 0;
  while (i < bads && bad[i].outcome != outcome)
    i++;
  if (i == MOST_TARGETS)
    return;
  if (i == bads)
    bad[bads++] = (struct bad_end){outcome, spent, length};
  else if (spent < bad[i].spent || (spent == bad[i].spent && length < bad[i].length))
    bad[i] = (struct bad_end){outcome, spent, length};
}

/// The index of the first step after which nothing succeeds; `steps`: that is not known. -1: nothing
/// does at all.
static int critical_of(const struct program *program, const struct mc_schedule *schedule) {
  bool too_large = false;
  for (unsigned n = 0; n <= schedule->steps; n++) {
    if (!succeeds_after(program, schedule->step, n, MOST_EXECUTIONS, &too_large))
      return too_large ? (int)schedule->steps : (int)n - 1;
  }
  return (int)schedule->steps;
}

//===- By dpor/explain ------------------------------------------------------------------------===//

static struct mc_explain explaining;
static struct mc_step found[MOST_LENGTH];
static uint32_t found_steps;
static uint64_t target;
static jmp_buf ended;

static void note_found(const struct mc_search *search, enum mc_trace_kind kind, uint64_t outcome) {
  (void)kind;
  if (outcome != target || found_steps)
    return;
  for (uint32_t i = 0; i < mc_search_depth(search); i++) {
    const struct mc_operation *step = mc_search_operation(search, i);
    found[found_steps++] = (struct mc_step){step->thread, step->alternative};
  }
}

static void force(struct mc_search *search, const struct mc_model *model) {
  struct mc_step step;
  if (mc_explain_forces(&explaining, model, mc_search_depth(search), &step))
    mc_search_force(search, step);
}

static void tell(const struct mc_search *search, enum mc_trace_kind kind, uint64_t outcome) {
  struct mc_explain_outcome trace = {.is_target = outcome == target,
                                     .has_finding = kind == MC_FAILED || kind == MC_DEADLOCKED,
                                     .kind = kind,
                                     .steps = mc_search_depth(search),
                                     .search = search};
  if (kind == MC_FAILED && trace.steps) {
    trace.threads = 1;
    trace.thread[0] = mc_search_operation(search, trace.steps - 1)->thread;
  }
  mc_explain_trace(&explaining, &trace);
}

static struct mc_search *go_on(struct mc_search *search, struct mc_arena *arena,
                               const struct mc_search_config *config) {
  const enum mc_explain_next next = mc_explain_next(&explaining, mc_search_done(search), false);
  if (next == MC_EXPLAIN_DONE)
    longjmp(ended, 1);
  if (next == MC_EXPLAIN_GO_ON)
    return search;
  struct mc_search_config other = *config;
  mc_explain_configure(&explaining, &other);
  memset(arena->base, 0, arena->used);
  arena->used = 0;
  return mc_search_new(arena, &other);
}

/// As the search that is to be explained finds it.
static void find(const struct program *program) {
  const struct mc_search_config config = {
      .algorithm = MC_DFS, .sleep_sets = MC_SLEEP_NONE, .max_depth = 1000};
  found_steps = 0;
  at_outcome = note_found;
  struct report report = explore(program, &config, 0);
  at_outcome = NULL;
  outcomes_free(&report.outcomes);
}

static void explain(const struct program *program) {
  static struct mc_step memory[16 * 1024];
  struct mc_search_config config = {.max_depth = 1000};
  memcpy(mc_explain_begin(&explaining, memory, 1024, TRACES, false, found_steps), found,
         found_steps * sizeof *found);
  mc_explain_configure(&explaining, &config);
  before_step = force;
  at_outcome = tell;
  between_traces = go_on;
  if (!setjmp(ended))
    explore(program, &config, 0);
  before_step = NULL;
  at_outcome = NULL;
  between_traces = NULL;
}

//===- Both -----------------------------------------------------------------------------------===//

static unsigned programs, explained, longer, simpler, decided;

static const char *what_is_wrong(const struct program *program, const struct bad_end *expected) {
  const struct mc_explain *e = &explaining;
  if (!e->is_reproduced)
    return "the schedule does not come again";
  if (e->best.preemptions != expected->spent || !e->is_least)
    return "there are fewer preemptions";
  longer += e->best.steps > expected->length;
  simpler += e->best.steps < e->found.steps || e->best.preemptions < e->found.preemptions;
  const int critical = critical_of(program, &e->best);
  if (critical == (int)e->best.steps)
    return NULL; // too large
  decided++;
  if (critical < 0 ? e->critical_is != MC_CRITICAL_NONE
                   : e->critical_is != MC_CRITICAL_STEP || e->critical != (uint32_t)critical + 1)
    return "another step decides";
  return NULL;
}

/// explained FIRST END [FAMILY]: the programs of these seeds.
int main(int count, char **argument) {
  const unsigned long first = count > 2 ? strtoul(argument[1], NULL, 0) : 0,
                      end = count > 2 ? strtoul(argument[2], NULL, 0) : 100;
  unsigned wrong = 0;
  for (enum family family = 0; family < FAMILIES; family++)
    for (unsigned long seed = first; seed < end; seed++) {
      if (count > 3 && strcmp(argument[3], family_name[family]) != 0)
        continue;
      const struct program program = random_program(family, seed);
      bads = 0;
      at_bad_end = note_bad;
      struct bounded all =
          enumerate_bounded(&program, MC_PREEMPTIONS, MOST_LENGTH, MOST_EXECUTIONS);
      at_bad_end = NULL;
      programs += bads && !all.too_large;
      for (unsigned i = 0; i < bads && !all.too_large; i++) {
        target = bad[i].outcome;
        find(&program);
        if (!found_steps)
          continue;
        explain(&program);
        explained++;
        const char *text = what_is_wrong(&program, &bad[i]);
        if (!text || wrong++ > 5)
          continue;
        printf("wrong: %s: family %s, seed %lu: %u preemptions and %u steps, expected %u and %u; step "
               "%u (%d), expected %d\n",
               text, family_name[family], seed, explaining.best.preemptions, explaining.best.steps,
               bad[i].spent, bad[i].length, explaining.critical, explaining.critical_is,
               critical_of(&program, &explaining.best) + 1);
      }
      bounded_free(&all);
    }
  printf("%u programs, %u explained: %u simpler, %u not with the fewest steps, %u with a step that decides\n",
         programs, explained, simpler, longer, decided);
  printf("wrong: %u\n", wrong);
  return 0;
}
