// test/dpor/Inputs/bounded.c - see bounded.h.
//
// As plain as can be: a state is copied for each step from it. It shares no code with dpor/, and
// takes which steps are dependent from page.h, to name the class of an execution.
#include "bounded.h"

#include "builtin.h"
#include "page.h"
#include <string.h>

enum { MOST_STEPS = 64 };

struct state {
  struct places places;
  char object[MAX_OBJECTS][MC_MAX_STATE];
  mc_thread last;   ///< MC_NO_THREAD: no step yet, or the last one was a yield
  mc_thread behind; ///< the thread after that of the last step, if that was a yield; else 0
  unsigned spent, length;
};

struct event {
  struct page_step step;
  uint8_t clock[MAX_THREADS];
};

void (*at_bad_end)(uint64_t outcome, unsigned spent, unsigned length);

struct walk {
  const struct program *program;
  enum mc_bound bound;
  unsigned most_of_bound;
  uint64_t most;
  struct bounded result;
  bool succeeds; ///< some execution
  struct event event[MOST_STEPS];
};

static bool is_enabled(const struct state *state, const struct mc_operation *step) {
  const void *of[MC_MAX_OPERATION_OBJECTS];
  for (unsigned k = 0; k < step->objects; k++)
    of[k] = state->object[step->object[k]];
  if (step->flags & MC_SECTIONED && is_shut_out(step, state->object[step->object[step->objects]]))
    return false;
  return !step->primitive->enabled || step->primitive->enabled(step, of);
}

/// The thread's next operation, with alternative 0; false: it has none.
static bool next_of(const struct walk *w, const struct state *state, mc_thread t,
                    struct mc_operation *operation) {
  const struct instruction *next = places_next(&state->places, w->program, t);
  if (!next)
    return false;
  *operation = next->operation;
  operation->thread = t;
  return true;
}

/// True if the thread has an enabled step, of process exit (`exits`) or of anything else.
static bool can_run(const struct walk *w, const struct state *state, mc_thread t, bool exits) {
  struct mc_operation op;
  if (!next_of(w, state, t, &op) || !!(op.flags & MC_PROCESS_EXIT) != exits)
    return false;
  for (unsigned a = 0, n = program_universe(w->program, &op); a < n; a++) {
    op.alternative = (mc_alternative)a;
    if (is_enabled(state, &op))
      return true;
  }
  return false;
}

static void end(struct walk *w, const struct state *state, bool deadlock) {
  const void *object[MAX_OBJECTS];
  uint64_t class = 0;
  unsigned steps[MAX_THREADS] = {0};
  for (unsigned i = 0; i < w->program->objects; i++)
    object[i] = state->object[i];
  for (unsigned i = 0; i < state->length; i++) {
    const struct mc_operation *op = &w->event[i].step.operation;
    class += hash_in_class(op->thread, steps[op->thread]++, op->alternative, w->event[i].clock);
  }
  const uint64_t outcome = hash_final(&state->places, w->program, object, deadlock);
  outcome_add(&w->result.outcomes, outcome);
  if (deadlock && at_bad_end)
    at_bad_end(outcome, state->spent, state->length);
  w->succeeds |= !deadlock;
  outcome_add(&w->result.classes, class);
  w->result.executions++;
}

static void note_event(struct walk *w, unsigned i, const struct mc_operation *step) {
  struct event *event = &w->event[i];
  *event = (struct event){.step = page_step(step)};
  for (unsigned k = 0; k < i; k++) {
    const struct event *past = &w->event[k];
    if (past->step.operation.thread != step->thread && !page_dependent(&past->step, &event->step))
      continue;
    for (unsigned t = 0; t < MAX_THREADS; t++)
      if (past->clock[t] > event->clock[t])
        event->clock[t] = past->clock[t];
  }
  event->clock[step->thread]++;
}

static void walk_from(struct walk *w, const struct state *state);

/// Makes the step. Returns what fails, or NULL.
static const char *make_step(struct walk *w, struct state *state, const struct mc_operation *step,
                             unsigned price) {
  void *of[MC_MAX_OPERATION_OBJECTS];
  uint64_t result = 0;
  for (unsigned k = 0; k < step->objects; k++)
    of[k] = state->object[step->object[k]];
  const char *misuse = step->primitive->apply ? step->primitive->apply(step, of, &result) : NULL;
  if (!misuse && !places_step(&state->places, w->program, step->thread, step->alternative, result))
    misuse = "assertion";
  if (misuse)
    return misuse;
  note_event(w, state->length++, step);
  const bool yields =
      step->flags & MC_YIELD && (step->objects == 0 || step->alternative == MC_FAILURE);
  state->last = yields ? MC_NO_THREAD : step->thread;
  state->behind = yields ? (mc_thread)(step->thread + 1) : 0;
  state->spent += price;
  return NULL;
}

/// Returns whether the step fails.
static bool take(struct walk *w, const struct state *before, const struct mc_operation *step,
                 unsigned price) {
  struct state after = *before;
  const char *misuse = make_step(w, &after, step, price);
  if (misuse) {
    const uint64_t outcome = hash_failure(&before->places, step->thread, misuse);
    outcome_add(&w->result.outcomes, outcome);
    if (at_bad_end)
      at_bad_end(outcome, before->spent + price, before->length + 1);
    w->result.executions++;
    return true;
  }
  if (step->flags & MC_PROCESS_EXIT)
    end(w, &after, false);
  else
    walk_from(w, &after);
  return false;
}

static unsigned price_of(const struct walk *w, const struct state *state, mc_thread t, bool exits) {
  const bool goes_on = state->last != MC_NO_THREAD && can_run(w, state, state->last, exits);
  if (goes_on && t == state->last)
    return 0;
  if (w->bound == MC_PREEMPTIONS)
    return goes_on;
  unsigned delays = goes_on;
  for (unsigned i = 0; i < w->program->threads; i++) {
    const mc_thread u = (mc_thread)((state->behind + i) % w->program->threads);
    if (u == t)
      break;
    delays += !(goes_on && u == state->last) && can_run(w, state, u, exits);
  }
  return delays;
}

/// Takes what can run, process exits or anything else; `free`: nothing else can. Returns whether
/// there is any; `*fail`: all that is in the bound fails.
static bool take_all(struct walk *w, const struct state *state, bool exits, bool free, bool *fail) {
  const struct program *p = w->program;
  bool any = false;
  *fail = true;
  for (mc_thread t = 0; t < p->threads; t++) {
    struct mc_operation op;
    if (!can_run(w, state, t, exits))
      continue;
    any = true;
    const unsigned price = price_of(w, state, t, exits && free);
    if (state->spent + price > w->most_of_bound || !next_of(w, state, t, &op))
      continue;
    for (unsigned a = 0, n = program_universe(p, &op); a < n; a++) {
      op.alternative = (mc_alternative)a;
      if (is_enabled(state, &op))
        *fail &= take(w, state, &op, price);
    }
  }
  return any;
}

static void walk_from(struct walk *w, const struct state *state) {
  const struct program *p = w->program;
  bool left = false, fail, fails;
  for (mc_thread t = 0; t < p->threads; t++)
    left |= places_next(&state->places, p, t) != NULL;
  w->result.too_large |= w->result.executions >= w->most || state->length == MOST_STEPS;
  if (w->result.too_large)
    return;
  const bool others = take_all(w, state, false, false, &fail);
  if (fail && !take_all(w, state, true, !others, &fails) && !others)
    end(w, state, left);
}

static struct state begin(const struct program *program) {
  struct state first = {.last = MC_NO_THREAD};
  places_begin(&first.places, program);
  memcpy(first.object, program->initial, sizeof first.object);
  return first;
}

struct bounded enumerate_bounded(const struct program *program, enum mc_bound bound,
                                 unsigned most_of_bound, uint64_t most) {
  static struct walk w;
  w = (struct walk){
      .program = program, .bound = bound, .most_of_bound = most_of_bound, .most = most};
  const struct state first = begin(program);
  walk_from(&w, &first);
  return w.result;
}

bool succeeds_after(const struct program *program, const struct mc_step *step, unsigned steps,
                    uint64_t most, bool *too_large) {
  static struct walk w;
  w = (struct walk){
      .program = program, .bound = MC_PREEMPTIONS, .most_of_bound = MOST_STEPS, .most = most};
  struct state state = begin(program);
  bool is_over = false;
  for (unsigned i = 0; i < steps; i++) {
    struct mc_operation op;
    if (is_over || !next_of(&w, &state, step[i].thread, &op))
      return false;
    op.alternative = step[i].alternative;
    if (make_step(&w, &state, &op, 0))
      return false;
    is_over = op.flags & MC_PROCESS_EXIT;
  }
  if (!is_over)
    walk_from(&w, &state);
  *too_large = w.result.too_large;
  bounded_free(&w.result);
  return is_over || w.succeeds;
}

void bounded_free(struct bounded *bounded) {
  outcomes_free(&bounded->outcomes);
  outcomes_free(&bounded->classes);
}
