// test/dpor/Inputs/oracle.c - see oracle.h.
#include "oracle.h"

#include "builtin.h"
#include "reference.h"
#include <string.h>

enum { MOST_PREFIXES = 1500, MOST_EXECUTIONS = 1500 };

struct algorithm {
  const char *name;
  enum mc_algorithm algorithm;
  enum mc_sleep_sets sleep_sets;
};
static const struct algorithm algorithms[] = {
    {"dfs", MC_DFS, MC_SLEEP_NONE},
    {"dpor", MC_DPOR, MC_SLEEP_NONE},
    {"dpor with sleep sets", MC_DPOR, MC_SLEEP_PLAIN},
    {"source", MC_SOURCE, MC_SLEEP_PLAIN},
    {"source with conditional sleep sets", MC_SOURCE, MC_SLEEP_CONDITIONAL},
    {"optimal", MC_OPTIMAL, MC_SLEEP_PLAIN},
};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

struct tally tally;

static uint64_t all_traces(const struct report *report) {
  uint64_t sum = 0;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    sum += report->counts.traces[kind];
  return sum;
}

/// Runs each execution, or each interleaving of some: too much for programs that have many.
static bool is_slow(const struct algorithm *a) {
  return a->algorithm == MC_DFS || (a->algorithm == MC_DPOR && a->sleep_sets == MC_SLEEP_NONE);
}

static bool is_optimal(const struct report *report, const struct reference *reference) {
  const uint64_t *traces = report->counts.traces;
  return traces[MC_COMPLETED] == reference->classes - reference->deadlocks &&
         traces[MC_DEADLOCKED] == reference->deadlocks && traces[MC_SLEEP_SET_BLOCKED] == 0;
}

static const char *compare(const struct algorithm *a, const struct report *report,
                           const struct reference *reference) {
  if (report->end != MC_NEXT_END && report->end != MC_NEXT_STEP)
    return "does not come to an end";
  if (!outcomes_equal(&report->outcomes, &reference->outcomes))
    return "has other final states, deadlocks or failures";
  if (a->sleep_sets != MC_SLEEP_CONDITIONAL &&
      !outcomes_equal(&report->classes, &reference->class_set))
    return "leaves out a class";
  // What the others would have done after a failure is no class: there is no exact number.
  if (a->algorithm == MC_OPTIMAL && !reference->fails)
    return is_optimal(report, reference) ? NULL : "does not run each class once";
  if (a->algorithm == MC_DFS && (double)all_traces(report) != reference->executions)
    return "does not run each execution once";
  return NULL;
}

static const char *try(const struct algorithm *a, const struct program *program,
                       const struct reference *reference) {
  const struct mc_search_config config = {
      .algorithm = a->algorithm, .sleep_sets = a->sleep_sets, .max_depth = 1000};
  with_classes = !program->bystander;
  struct report report = explore(program, &config, (uint64_t)reference->executions + 1);
  if (program->bystander)
    report.classes = reference->class_set;
  const char *wrong = compare(a, &report, reference);
  if (!program->bystander)
    outcomes_free(&report.classes);
  outcomes_free(&report.outcomes);
  return wrong;
}

static const char *named(const char *name, const char *what, bool bystander) {
  static char text[160];
  snprintf(text, sizeof text, "%s %s%s", name, what, bystander ? ", with a bystander" : "");
  return text;
}

/// One more thread, on a variable of its own.
static struct program with_bystander(const struct program *program) {
  struct program p = *program;
  const mc_thread t = (mc_thread)p.threads;
  const mc_object v = new_variable(&p);
  access_to(&p, t, "add", v, 1, 0);
  access_to(&p, t, "read", v, 0, 0);
  p.bystander = true;
  return p;
}

static const char *try_all(const struct program *program, const struct reference *reference) {
  const struct program wider = with_bystander(program);
  for (unsigned i = 0; i < ALGORITHMS; i++) {
    const struct algorithm *a = &algorithms[i];
    if (is_slow(a) && reference->executions > MOST_EXECUTIONS)
      continue;
    const char *wrong = try(a, program, reference);
    if (wrong)
      return named(a->name, wrong, false);
    wrong = is_slow(a) ? NULL : try(a, &wider, reference);
    if (wrong)
      return named(a->name, wrong, true);
  }
  return NULL;
}

const char *what_is_wrong(const struct program *program) {
  struct reference reference = enumerate(program, MOST_PREFIXES, true);
  const char *wrong = reference.wrong;
  if (reference.too_large) {
    tally.left_out++;
  } else {
    tally.programs++;
    tally.failing += reference.fails;
    tally.classes += reference.classes;
    tally.executions += (unsigned long)reference.executions;
    if (!wrong)
      wrong = try_all(program, &reference);
  }
  reference_free(&reference);
  return wrong;
}
