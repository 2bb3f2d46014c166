// test/dpor/Inputs/oracle.c - see oracle.h.
#include "oracle.h"

#include "builtin.h"
#include "dpor/internal.h"
#include "reference.h"

enum { MOST_PREFIXES = 3000, MOST_EXECUTIONS = 600 };

const char *const check_name[CHECKS] = {"the relation", "dfs",
                                        "dpor",         "dpor with sleep sets",
                                        "source",       "source with conditional sleep sets",
                                        "optimal",      "pop",
                                        "handed over",  "handed over late"};

static const struct {
  enum mc_algorithm algorithm;
  enum mc_sleep_sets sleep_sets;
  uint64_t most_tree_bytes;
} configuration[CHECKS] = {
    [DFS] = {MC_DFS, MC_SLEEP_NONE},
    [DPOR] = {MC_DPOR, MC_SLEEP_NONE},
    [DPOR_SLEEP] = {MC_DPOR, MC_SLEEP_PLAIN},
    [SOURCE] = {MC_SOURCE, MC_SLEEP_PLAIN},
    [SOURCE_CONDITIONAL] = {MC_SOURCE, MC_SLEEP_CONDITIONAL},
    [OPTIMAL] = {MC_OPTIMAL, MC_SLEEP_PLAIN},
    [POP] = {MC_POP, MC_SLEEP_PLAIN},
    [HANDED_OVER] = {MC_OPTIMAL, MC_SLEEP_PLAIN, .most_tree_bytes = 1},
    [HANDED_OVER_LATE] = {MC_OPTIMAL, MC_SLEEP_PLAIN, .most_tree_bytes = 500},
};

static uint64_t all_traces(const struct report *report) {
  uint64_t sum = 0;
  for (int kind = 0; kind < MC_TRACE_KINDS; kind++)
    sum += report->counts.traces[kind];
  return sum;
}

/// What the others would have done after a failure is no class: where there is one, the number of
/// traces that fail or are blocked is not known. Nor is it where the search has met its limit for
/// what it tries, and says so.
static const char *compare_optimal(enum check check, const struct report *report,
                                   const struct reference *reference) {
  const uint64_t *traces = report->counts.traces;
  if (report->counts.unknown)
    return NULL;
  if (traces[MC_COMPLETED] != reference->classes - reference->deadlocks - reference->dropped ||
      traces[MC_DEADLOCKED] != reference->deadlocks || traces[MC_DROPPED] != reference->dropped)
    return "does not run each class once";
  if (traces[MC_SLEEP_SET_BLOCKED] && !reference->fails && check == OPTIMAL)
    return "has a trace that is sleep-set blocked";
  return NULL;
}

static const char *compare(enum check check, const struct report *report,
                           const struct reference *reference, bool with_bystander) {
  if (report->end != MC_NEXT_END && report->end != MC_NEXT_STEP)
    return "does not come to an end";
  if (!outcomes_equal(&report->outcomes, &reference->outcomes))
    return "has other final states, deadlocks or failures";
  if (check != SOURCE_CONDITIONAL && !with_bystander &&
      !outcomes_equal(&report->classes, &reference->class_set))
    return "leaves out a class";
  if (check == OPTIMAL || check >= POP)
    return compare_optimal(check, report, reference);
  if (check == DFS && (double)all_traces(report) != reference->executions)
    return "does not run each execution once";
  return NULL;
}

static bool has_handed_over;

static void look(const struct mc_search *search, const struct mc_model *model) {
  (void)model;
  has_handed_over |= mc_has_handed_over(search);
}

static const char *try(enum check check, const struct program *program,
                       const struct reference *reference, struct judgement *j) {
  const struct mc_search_config config = {.algorithm = configuration[check].algorithm,
                                          .sleep_sets = configuration[check].sleep_sets,
                                          .max_depth = 1000,
                                          .most_tree_bytes = configuration[check].most_tree_bytes};
  with_classes = !program->bystander;
  has_handed_over = false;
  at_end = check >= HANDED_OVER ? look : NULL;
  struct report report = explore(program, &config, (uint64_t)reference->executions + 1);
  const char *wrong = compare(check, &report, reference, program->bystander);
  j->limited |= report.counts.unknown > 0;
  if (check == POP && !program->bystander) {
    j->unsuited = report.unsuited;
    j->blocked = report.unsuited ? 0 : (unsigned)report.counts.traces[MC_SLEEP_SET_BLOCKED];
  }
  if (check >= HANDED_OVER && !program->bystander && has_handed_over) {
    j->handed_over[check - HANDED_OVER] = true;
    j->blocked_behind[check - HANDED_OVER] = (unsigned)report.counts.traces[MC_SLEEP_SET_BLOCKED];
  }
  at_end = NULL;
  outcomes_free(&report.classes);
  outcomes_free(&report.outcomes);
  return wrong;
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

static const char *try_both(enum check check, const struct program *program,
                            const struct reference *reference, struct judgement *j) {
  const bool is_slow = check == DFS || check == DPOR;
  if (is_slow && reference->executions > MOST_EXECUTIONS)
    return NULL;
  const char *wrong = try(check, program, reference, j);
  if (wrong || is_slow)
    return wrong;
  const struct program wider = with_bystander(program);
  return try(check, &wider, reference, j) ? "is wrong with a bystander" : NULL;
}

struct judgement judge(const struct program *program, unsigned checks) {
  struct reference reference = enumerate(program, MOST_PREFIXES, checks >> THE_RELATION & 1);
  struct judgement j = {.too_large = reference.too_large,
                        .fails = reference.fails,
                        .classes = reference.classes,
                        .deadlocks = reference.deadlocks,
                        .executions = reference.executions};
  j.wrong[THE_RELATION] = reference.wrong;
  if (!reference.too_large && !reference.wrong)
    for (enum check check = DFS; check < CHECKS; check++)
      if (checks >> check & 1)
        j.wrong[check] = try_both(check, program, &reference, &j);
  reference_free(&reference);
  return j;
}
