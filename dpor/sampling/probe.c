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

//===- What the threads do --------------------------------------------------------------------===//

/// Objects met for the first time have nothing. false: arena full.
static bool meet_object(struct mc_search *search, struct mc_estimate *estimate, mc_object object) {
  if (!mc_reserve(search, &estimate->known, &estimate->capacity, object + 1,
                  sizeof *estimate->known, estimate->objects))
    return false;
  for (; estimate->objects <= object; estimate->objects++)
    estimate->known[estimate->objects] = NULL;
  return true;
}

static struct mc_known *find(const struct mc_estimate *estimate, mc_object object,
                             const struct mc_operation *operation) {
  struct mc_known *known = object < estimate->objects ? estimate->known[object] : NULL;
  while (known && !(known->operation.thread == operation->thread &&
                    mc_same_operation(&known->operation, operation)))
    known = known->next;
  return known;
}

static uint32_t met(const struct mc_estimate *estimate, const struct mc_known *known) {
  return known->trace == estimate->trace ? known->met : 0;
}

static void meet(const struct mc_estimate *estimate, struct mc_known *known) {
  known->met = met(estimate, known) + 1;
  known->trace = estimate->trace;
}

/// The trace at hand has the operation; `*news` where no trace had it, or so often. false: arena
/// full.
static bool learn(struct mc_search *search, struct mc_estimate *estimate,
                  const struct mc_operation *operation, bool is_complete, bool *news) {
  const unsigned alternatives = mc_is_interrupt(operation) ? 0 : operation->alternative + 1u;
  for (unsigned k = 0; k < mc_places(operation); k++) {
    const mc_object object = operation->object[k];
    struct mc_known *known = find(estimate, object, operation);
    if (!known) {
      if (!meet_object(search, estimate, object) ||
          !(known = mc_arena_take(search->arena, sizeof *known)))
        return false;
      *known = (struct mc_known){.operation = *operation, .next = estimate->known[object]};
      estimate->known[object] = known;
    }
    known->traces += is_complete && met(estimate, known) == 0;
    meet(estimate, known);
    *news |= known->met > known->most || alternatives > known->alternatives;
    if (known->met > known->most)
      known->most = known->met;
    if (alternatives > known->alternatives)
      known->alternatives = alternatives;
  }
  return true;
}

bool mc_estimate_learn(struct mc_search *search, struct mc_estimate *estimate, bool is_complete) {
  bool news = false;
  estimate->trace++;
  estimate->complete += is_complete;
  for (uint32_t i = 0; i < search->depth; i++)
    if (!learn(search, estimate, mc_frame_at(search, i)->operation, is_complete, &news))
      return false;
  for (mc_thread t = 0; t < search->threads; t++)
    if (search->thread[t].pending &&
        !learn(search, estimate, search->thread[t].pending, is_complete, &news))
      return false;
  if (news)
    mc_estimate_forget(estimate);
  return true;
}

//===- Rivals ---------------------------------------------------------------------------------===//

static bool is_awake(const struct mc_choice *choice) { return !choice->asleep && !choice->done; }

/// The thread could run, but all that it could do is asleep.
static bool is_asleep(const struct mc_frame *frame, mc_thread thread) {
  bool can_run = false;
  for (uint32_t i = 0; i < frame->choices; i++) {
    if (frame->choice[i].thread == thread && is_awake(&frame->choice[i]))
      return false;
    can_run |= frame->choice[i].thread == thread;
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
static bool is_to_come(const struct mc_search *search, const struct mc_frame *frame,
                       const struct mc_known *known) {
  const mc_thread thread = known->operation.thread;
  const struct mc_operation *pending = search->thread[thread].pending;
  const uint32_t done = met(search->strategy->estimate, known);
  if (done >= known->most || !pending)
    return false;
  return done + 1 < known->most || !mc_same_operation(pending, &known->operation) ||
         !is_asleep(frame, thread);
}

static double rivals_of(const struct mc_search *search, const struct mc_frame *frame,
                        const struct mc_choice *choice) {
  struct mc_estimate *estimate = search->strategy->estimate;
  struct mc_operation step = *choice->operation;
  if (estimate->work > estimate->allowed)
    return 1; // unknown
  step.alternative = choice->alternative;
  double rivals = 0, part[MC_MAX_THREADS] = {0};
  for (uint32_t i = 0; i < frame->choices; i++) {
    const struct mc_choice *other = &frame->choice[i];
    const bool excludes = // its own other alternatives; of process exits only one runs
        other->thread == step.thread || step.flags & other->operation->flags & MC_PROCESS_EXIT;
    rivals += other != choice && excludes && is_awake(other);
  }
  for (unsigned k = 0; k < mc_places(&step); k++) {
    const struct mc_known *known =
        step.object[k] < estimate->objects ? estimate->known[step.object[k]] : NULL;
    for (; known; known = known->next) {
      const mc_thread thread = known->operation.thread;
      estimate->work += known->alternatives;
      const double often = (known->traces + 1.0) / (estimate->complete + 1.0);
      if (thread != step.thread && often > part[thread] && is_to_come(search, frame, known) &&
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
static struct mc_choice *first_to_ask(const struct mc_search *search, struct mc_frame *frame,
                                      double *rivals) {
  struct mc_choice *first = NULL;
  bool first_yields = false;
  for (uint32_t i = 0; i < frame->choices; i++) {
    struct mc_choice *choice = &frame->choice[i];
    if (!is_awake(choice))
      continue;
    struct mc_operation step = *choice->operation;
    step.alternative = choice->alternative;
    const bool yields = mc_is_yield(&step);
    const double its = rivals_of(search, frame, choice);
    if (!first || yields < first_yields || (yields == first_yields && its < *rivals)) {
      first = choice;
      first_yields = yields;
      *rivals = its;
    }
  }
  return first;
}

static bool is_only_one_awake(const struct mc_frame *frame) {
  unsigned awake = 0;
  for (uint32_t i = 0; i < frame->choices; i++)
    awake += is_awake(&frame->choice[i]);
  return awake == 1;
}

/// Notes that what happens has the probability p.
static void weigh(struct mc_estimate *estimate, double p) {
  if (estimate->weight < HEAVIEST)
    estimate->weight /= p;
}

/// Of `estimate->trace`, the trace at hand: begins it, or notes its last step.
static void follow(const struct mc_search *search, struct mc_estimate *estimate) {
  if (search->depth == 0) {
    estimate->trace++;
    estimate->weight = 1;
    return;
  }
  const struct mc_operation *last = mc_frame_at(search, search->depth - 1)->operation;
  for (unsigned k = 0; k < mc_places(last); k++) {
    struct mc_known *known = find(estimate, last->object[k], last);
    if (known)
      meet(estimate, known);
  }
}

const struct mc_choice *mc_probe_choose(struct mc_search *search, struct mc_frame *frame) {
  struct mc_strategy *strategy = search->strategy;
  struct mc_estimate *estimate = strategy->estimate;
  follow(search, estimate);
  estimate->steps++;
  if (search->config.sleep_sets == MC_SLEEP_NONE) {
    weigh(estimate, 1.0 / frame->choices);
    return &frame->choice[mc_random_below(strategy, frame->choices)];
  }
  double rivals = 0;
  struct mc_choice *choice = NULL;
  if (!mc_polls_alone(search, frame))
    while ((choice = first_to_ask(search, frame, &rivals))) {
      if (rivals == 0 || is_only_one_awake(frame))
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
  const uint64_t before = ++estimate->probes;
  if (!mc_estimate_learn(search, estimate, estimate->weight > 0))
    return false;
  if (estimate->probes < before) // it knew too little itself
    return true;
  mc_estimate_weigh(estimate);
  return true;
}
