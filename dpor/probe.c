// dpor/probe.c - a probe: one random trace, and how many traces it stands for.
//
// Knuth's probe goes down a tree at random; its weight is 1 / p, where p is the probability of its
// way, and the mean weight is the number of leaves. The tree of the interleavings has many leaves
// for each class, and the tree that an optimal search explores is known only when it is explored.
// So a probe w stands for a share of its class: any q that sums up to 1 over the orders of a class
// makes q(w) / p(w) a weight of which the mean is the number of classes.
//
// - p: the step of each thread has a rate; the next step is each with the probability rate / sum of
//   the rates of all that can be next.
// - q: the same where only the class is left, that is, only steps that may come next in it (their
//   past in the class is complete). A thread that can run, but whose turn in the class comes only
//   after others, waits for those of them that may come next: they share its rate. So both sums are
//   the same, and the weight is the product, over the steps, of (rate + rates taken over) / rate.
//   It is 1 as long as nothing waits: independent threads add nothing to the spread.
// - A step that no dependent step of another thread can overtake is no choice: it runs at once, so
//   that neither p nor q knows of it. Which operations others have on its objects is learned from
//   the probes; where something new is learned, what the probes before have said is forgotten.
// - The rates make rare classes less rare. They are learned from the probes before, each with the
//   square root of its weight.
//
// For `dfs` each interleaving is a class of its own: the weight is 1 / p, all steps are choices.
#include "clock.h"
#include "estimate.h"

#define HEAVIEST 1e2000L

enum { MOST_KNOWN = 64 };

//===- What the threads do --------------------------------------------------------------------===//

static struct mc_known *find_known(const struct mc_estimate *estimate, mc_object object,
                                   const struct mc_operation *operation) {
  struct mc_known *known = estimate->known[object];
  while (known && !(mc_same_operation(&known->operation, operation) &&
                    known->operation.alternative == operation->alternative))
    known = known->next;
  return known;
}

/// Notes that a thread has the operation; true if that is new. `*full`: the arena is.
static bool learn(struct mc_search *search, const struct mc_operation *operation, bool *full) {
  struct mc_estimate *estimate = search->strategy->estimate;
  bool news = false;
  for (unsigned k = 0; k < operation->objects; k++) {
    const mc_object object = operation->object[k];
    if (!mc_reserve(search, &estimate->known, &estimate->capacity, object + 1,
                    sizeof *estimate->known, estimate->objects)) {
      *full = true;
      return false;
    }
    for (; estimate->objects <= object; estimate->objects++)
      estimate->known[estimate->objects] = NULL;
    struct mc_known *known = find_known(estimate, object, operation);
    if (!known) {
      known = mc_arena_take(search->arena, sizeof *known);
      if (!known) {
        *full = true;
        return false;
      }
      *known = (struct mc_known){.operation = *operation, .next = estimate->known[object]};
      estimate->known[object] = known;
    }
    news |= !mc_set_has(&known->threads, operation->thread);
    mc_set_add(&known->threads, operation->thread);
  }
  return news;
}

static bool is_overtaken(const struct mc_operation *step, const struct mc_known *known) {
  for (unsigned n = 0; known; known = known->next, n++) {
    mc_thread_set others = known->threads;
    mc_set_remove(&others, step->thread);
    if (n == MOST_KNOWN || (!mc_set_empty(&others) && mc_dependent(step, &known->operation) &&
                            mc_coenabled(step, &known->operation)))
      return true;
  }
  return false;
}

/// The thread of the choice has no other, and no thread that we know of can do anything that
/// matters before.
static bool is_no_choice(const struct mc_estimate *estimate, const struct mc_frame *frame,
                         uint32_t i) {
  const struct mc_operation *pending = frame->choice[i].operation;
  if (pending->flags & (MC_YIELD | MC_POLL) || // it would go on for ever
      (pending->primitive->universe &&
       pending->primitive->universe(pending, 2) > 1)) // 2: as few threads as can be
    return false;
  struct mc_operation step = *pending;
  step.alternative = frame->choice[i].alternative;
  for (unsigned k = 0; k < step.objects; k++)
    if (step.object[k] < estimate->objects && is_overtaken(&step, estimate->known[step.object[k]]))
      return false;
  return true;
}

//===- The way down ---------------------------------------------------------------------------===//

static double rate_at(const struct mc_search *search, mc_thread thread, uint32_t rank) {
  return search->strategy->estimate->rate[mc_rate_of(thread, rank)];
}

const struct mc_choice *mc_probe_choose(struct mc_search *search, struct mc_frame *frame) {
  struct mc_strategy *strategy = search->strategy;
  frame->is_free = false;
  for (uint32_t i = 0; i < frame->choices && !strategy->estimate->every_order; i++)
    if (is_no_choice(strategy->estimate, frame, i))
      return &frame->choice[i];
  frame->is_free = true;
  double sum = 0;
  for (uint32_t i = 0; i < frame->choices; i++)
    if (mc_is_first_of_thread(frame, i))
      sum += rate_at(search, frame->choice[i].thread, search->thread[frame->choice[i].thread].rank);
  double at = sum * mc_random_fraction(strategy);
  mc_thread thread = frame->choice[0].thread;
  for (uint32_t i = 0; i < frame->choices && at >= 0; i++)
    if (mc_is_first_of_thread(frame, i)) {
      thread = frame->choice[i].thread;
      at -= rate_at(search, thread, search->thread[thread].rank);
    }
  return mc_random_alternative(strategy, frame, thread);
}

//===- Its weight -----------------------------------------------------------------------------===//

/// The trace, looked at from its end: before step i.
struct view {
  const struct mc_search *search;
  uint32_t i;
  const struct mc_frame *frame;
  uint32_t made[MC_MAX_THREADS]; ///< steps of each thread before step i
  uint32_t next[MC_MAX_THREADS]; ///< its first step from i on, or MC_NO_STEP
  mc_thread_set ready;           ///< threads of which that may come next in the class
};

/// Step j needs a step of `thread` that is not yet made.
static bool waits_for(const struct view *v, uint32_t j, mc_thread thread) {
  const struct mc_frame *step = mc_frame_at(v->search, j);
  return thread < step->clock_length && step->clock[thread] > v->made[thread];
}

static bool is_ready(const struct view *v, mc_thread thread) {
  const uint32_t j = v->next[thread];
  if (j == MC_NO_STEP)
    return false;
  for (mc_thread t = 0; t < v->search->threads; t++)
    if (t != thread && waits_for(v, j, t))
      return false;
  return true;
}

/// What the thread, which is not ready, waits for: a step that it comes after or that keeps it from
/// running for ever; or MC_NO_STEP.
static uint32_t obstacle(const struct view *v, const struct mc_operation *pending) {
  if (v->next[pending->thread] != MC_NO_STEP)
    return v->next[pending->thread];
  for (uint32_t j = v->i; j < v->search->depth; j++)
    if (mc_dependent(mc_frame_at(v->search, j)->operation, pending))
      return j;
  return MC_NO_STEP;
}

/// The part of the rate of a thread that is not ready which goes to the thread of step i.
static double share(const struct view *v, const struct mc_choice *waiting) {
  const mc_thread taken = v->frame->operation->thread;
  const uint32_t j = obstacle(v, waiting->operation);
  unsigned all = 0, hindering = 0;
  bool hinders = false;
  for (mc_thread t = 0; t < v->search->threads; t++) {
    if (!mc_set_has(&v->ready, t))
      continue;
    const bool is_hindering = j != MC_NO_STEP && waits_for(v, j, t);
    all++;
    hindering += is_hindering;
    hinders |= is_hindering && t == taken;
  }
  return hindering == 0 ? 1.0 / all : hinders ? 1.0 / hindering : 0;
}

static unsigned alternatives_of(const struct mc_frame *frame, mc_thread thread) {
  unsigned count = 0;
  for (uint32_t i = 0; i < frame->choices; i++)
    count += frame->choice[i].thread == thread;
  return count;
}

/// The factor of step i, at which there was a choice.
static long double factor(struct view *v) {
  const struct mc_frame *frame = v->frame;
  const mc_thread taken = frame->operation->thread;
  const bool every_order = v->search->strategy->estimate->every_order;
  double rate = 0, taken_over = 0;
  v->ready = (mc_thread_set){0};
  for (uint32_t k = 0; k < frame->choices; k++)
    if (mc_is_first_of_thread(frame, k) && is_ready(v, frame->choice[k].thread))
      mc_set_add(&v->ready, frame->choice[k].thread);
  for (uint32_t k = 0; k < frame->choices; k++) {
    const mc_thread thread = frame->choice[k].thread;
    if (!mc_is_first_of_thread(frame, k))
      continue;
    const double its = rate_at(v->search, thread, v->made[thread]);
    if (thread == taken)
      rate = its;
    else if (every_order)
      taken_over += its;
    else if (!mc_set_has(&v->ready, thread))
      taken_over += its * share(v, &frame->choice[k]);
  }
  return (long double)((rate + taken_over) / rate) * alternatives_of(frame, taken);
}

static void look_back(struct view *v, uint32_t i) {
  v->i = i;
  v->frame = mc_frame_at(v->search, i);
  const mc_thread thread = v->frame->operation->thread;
  v->made[thread] = v->frame->rank - 1;
  v->next[thread] = i;
}

static struct view view_from_end(const struct mc_search *search) {
  struct view v = {.search = search};
  for (mc_thread t = 0; t < search->threads; t++) {
    v.made[t] = search->thread[t].rank;
    v.next[t] = MC_NO_STEP;
  }
  return v;
}

static long double weight_of(const struct mc_search *search) {
  struct view v = view_from_end(search);
  long double weight = 1;
  for (uint32_t i = search->depth; i-- > 0;) {
    look_back(&v, i);
    if (v.frame->is_free && weight < HEAVIEST)
      weight *= factor(&v);
  }
  return weight;
}

//===- What is learned from it ----------------------------------------------------------------===//

static void note_rates(const struct mc_search *search, double importance) {
  struct mc_estimate *estimate = search->strategy->estimate;
  struct view v = view_from_end(search);
  estimate->batch_weight += importance;
  for (uint32_t i = search->depth; i-- > 0;) {
    look_back(&v, i);
    if (!v.frame->is_free)
      continue;
    double sum = 0;
    for (uint32_t k = 0; k < v.frame->choices; k++)
      if (mc_is_first_of_thread(v.frame, k))
        sum += rate_at(search, v.frame->choice[k].thread, v.made[v.frame->choice[k].thread]);
    for (uint32_t k = 0; k < v.frame->choices; k++) {
      const mc_thread thread = v.frame->choice[k].thread;
      if (mc_is_first_of_thread(v.frame, k))
        estimate->batch_waited[mc_rate_of(thread, v.made[thread])] += importance / sum;
    }
    const mc_thread taken = v.frame->operation->thread;
    estimate->batch_fired[mc_rate_of(taken, v.made[taken])] += importance;
  }
}

/// Learns the trace's operations; true if one was new.
static bool learn_all(struct mc_search *search, bool *full) {
  bool news = false;
  for (uint32_t i = 0; i < search->depth && !*full; i++)
    news |= learn(search, mc_frame_at(search, i)->operation, full);
  for (mc_thread t = 0; t < search->threads && !*full; t++)
    if (search->thread[t].pending)
      news |= learn(search, search->thread[t].pending, full);
  return news;
}

bool mc_probe_end(struct mc_search *search) {
  struct mc_estimate *estimate = search->strategy->estimate;
  bool full = false;
  const long double weight = weight_of(search);
  if (!estimate->every_order && learn_all(search, &full)) {
    mc_estimate_forget(estimate);
    return !full;
  }
  note_rates(search, mc_estimate_importance(estimate, weight));
  mc_estimate_add(estimate, weight);
  return true;
}
