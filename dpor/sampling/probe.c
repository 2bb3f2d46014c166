// dpor/sampling/probe.c - a probe: one random trace, and how many traces it stands for.
//
// Source:  Knuth, "Estimating the Efficiency of Backtrack Programs", Math. Comp. 29 (1975): go down
//          a tree at random; the weight 1 / p, where p is the probability of the way, has the
//          number of leaves as its mean.
// Here:    the tree of sleep sets (Godefroid, LNCS 1032, 1996). At a state the steps are asked one
//          after another: run now, or pass? A step that passes goes to sleep: something dependent
//          must come before it. Each class is one leaf. A leaf at which all is asleep is no trace:
//          its weight is 0. For `dfs` nothing sleeps, and each order is a leaf.
//
// The mean is the same in whatever order the steps are asked, and with whatever probability they
// pass. The spread is small where all classes are equally probable and few ways are dead:
// - Rivals of a step are the other threads that are known to have a dependent operation to come.
//   Each counts by how many of the traces have that operation.
// - A step without rivals runs at once: it is no choice.
// - Who has fewest rivals is asked first, and with r of them passes with probability r / (1 + r).
// - To look for rivals takes time. When the probes have had their share of it, each step has one.
#include "estimate.h"

#define HEAVIEST 1e150 // its square is still a number

//===- Rivals ---------------------------------------------------------------------------------===//

static bool is_awake(const struct mc_choice *choice) { return !choice->asleep && !choice->done; }

/// The thread could run, but all that it could do is asleep.
static bool is_asleep(const struct mc_tree *tree, const struct mc_point *point, mc_thread thread) {
  const struct mc_choice *choice = mc_choices_of(tree, point);
  bool can_run = false;
  for (uint32_t i = 0; i < point->choices; i++) {
    if (choice[i].thread == thread && is_awake(&choice[i]))
      return false;
    can_run |= choice[i].thread == thread;
  }
  return can_run;
}

static bool is_dependent(const struct mc_operation *step, const struct mc_known *known) {
  struct mc_operation other = known->operation;
  for (unsigned n = 0; n < known->alternatives + mc_interrupts_of(&other); n++) {
    other.alternative = mc_nth_alternative(known->alternatives, n);
    if (mc_dependent(step, &other) && mc_coenabled(step, &other))
      return true;
  }
  return false;
}

/// The thread that is known to have the operation has it to come in the trace at hand. What it has
/// pending does not count if that is asleep: it waits for something dependent itself.
static bool is_to_come(const struct mc_search *search, const struct mc_point *point,
                       const struct mc_known *known) {
  const mc_thread thread = known->operation.thread;
  const struct mc_operation *pending = search->execution.thread[thread].pending;
  const uint32_t done = mc_known_met(search->strategy->estimate, known);
  if (done >= known->most || !pending)
    return false;
  return done + 1 < known->most || !mc_same_operation(pending, &known->operation) ||
         !is_asleep(search->tree, point, thread);
}

static double rivals_of(const struct mc_search *search, const struct mc_point *point,
                        const struct mc_choice *choice) {
  struct mc_estimate *estimate = search->strategy->estimate;
  const struct mc_execution *x = &search->execution;
  const struct mc_operation step = mc_step_of(x, choice);
  const struct mc_choice *other = mc_choices_of(search->tree, point);
  if (estimate->work > estimate->allowed)
    return 1; // unknown
  double rivals = 0, part[MC_MAX_THREADS] = {0};
  for (const struct mc_choice *end = other + point->choices; other < end; other++) {
    const bool excludes = // its own other alternatives; of process exits only one runs
        other->thread == step.thread ||
        step.flags & mc_declared(x, other->operation)->flags & MC_PROCESS_EXIT;
    rivals += other != choice && excludes && is_awake(other);
  }
  for (unsigned k = 0; k < mc_places(&step); k++) {
    const struct mc_known *known =
        step.object[k] < estimate->objects ? estimate->known[step.object[k]] : NULL;
    for (; known; known = known->next) {
      const mc_thread thread = known->operation.thread;
      estimate->work += known->alternatives;
      const double often = (known->traces + 1.0) / (estimate->complete + 1.0);
      if (thread != step.thread && often > part[thread] && is_to_come(search, point, known) &&
          is_dependent(&step, known)) {
        rivals += often - part[thread];
        part[thread] = often;
      }
    }
  }
  return rivals;
}

//===- The way down ---------------------------------------------------------------------------===//

/// Who is asked first. A yield is asked last: it would go on for ever.
static struct mc_choice *first_to_ask(const struct mc_search *search, struct mc_point *point,
                                      double *rivals) {
  struct mc_choice *first = NULL, *choice = mc_choices_of(search->tree, point);
  bool first_yields = false;
  for (struct mc_choice *end = choice + point->choices; choice < end; choice++) {
    if (!is_awake(choice))
      continue;
    const struct mc_operation step = mc_step_of(&search->execution, choice);
    const bool yields = mc_is_yield(&step);
    const double its = rivals_of(search, point, choice);
    if (!first || yields < first_yields || (yields == first_yields && its < *rivals)) {
      first = choice;
      first_yields = yields;
      *rivals = its;
    }
  }
  return first;
}

static bool is_only_one_awake(const struct mc_tree *tree, const struct mc_point *point) {
  unsigned awake = 0;
  for (uint32_t i = 0; i < point->choices; i++)
    awake += is_awake(&mc_choices_of(tree, point)[i]);
  return awake == 1;
}

/// Notes that something with the probability p has happened.
static void weigh(struct mc_estimate *estimate, double p) {
  if (estimate->weight < HEAVIEST)
    estimate->weight /= p;
}

/// Begins the trace at hand, `estimate->trace`, or notes its last step.
static void follow(const struct mc_search *search, struct mc_estimate *estimate) {
  const struct mc_operation *last = mc_last_step(&search->execution);
  if (!last) {
    estimate->trace++;
    estimate->weight = 1;
    return;
  }
  for (unsigned k = 0; k < mc_places(last); k++) {
    struct mc_known *known = mc_known_find(estimate, last->object[k], last);
    if (known)
      mc_known_meet(estimate, known);
  }
}

const struct mc_choice *mc_probe_choose(struct mc_search *search, struct mc_point *point) {
  struct mc_strategy *strategy = search->strategy;
  struct mc_estimate *estimate = strategy->estimate;
  follow(search, estimate);
  estimate->steps++;
  if (search->config.sleep_sets == MC_SLEEP_NONE) {
    weigh(estimate, 1.0 / point->choices);
    return &mc_choices_of(search->tree, point)[mc_random_below(strategy, point->choices)];
  }
  double rivals = 0;
  struct mc_choice *choice = NULL;
  if (!mc_polls_alone(search, point))
    while ((choice = first_to_ask(search, point, &rivals))) {
      if (rivals == 0 || is_only_one_awake(search->tree, point))
        return choice;
      const double pass = rivals / (1 + rivals);
      choice->done = mc_random_fraction(strategy) < pass;
      weigh(estimate, choice->done ? pass : 1 - pass);
      if (!choice->done)
        return choice;
    }
  estimate->weight = 0;
  return NULL;
}

bool mc_probe_end(struct mc_search *search) {
  struct mc_estimate *estimate = search->strategy->estimate;
  bool news = false;
  if (!mc_estimate_learn(search, estimate, estimate->weight > 0, &news))
    return false;
  if (news) { // it knew too little itself
    mc_estimate_forget(estimate);
    return true;
  }
  estimate->probes++;
  mc_estimate_weigh(estimate);
  return true;
}
