// test/dpor/Inputs/polling_program.c - see polling_program.h.
#include "polling_program.h"

#include "builtin.h"
#include <stdlib.h>
#include <string.h>

struct generator {
  struct program program;
  uint64_t random;
  enum waiting waiting;
  mc_object mutex, semaphore, flag, value; ///< the flag is set at first, and waited for to be 0
};

static unsigned below(struct generator *g, unsigned n) {
  g->random ^= g->random << 13;
  g->random ^= g->random >> 7;
  g->random ^= g->random << 17;
  return (unsigned)(g->random >> 33) % n;
}

static bool one_in(struct generator *g, unsigned n) { return below(g, n) == 0; }

/// Something that other threads can see.
static void inner(struct generator *g, mc_thread t) {
  static const char *const how[] = {"add", "load", "store"};
  struct instruction *i = access_to(&g->program, t, how[below(g, 3)],
                                    one_in(g, 4) ? g->flag : g->value, below(g, 2), 0);
  if (one_in(g, 12))
    i->fail = 2; // an assertion: the result is not 1
}

static void attempt(struct generator *g, mc_thread t, const char *name, mc_object object,
                    int jump) {
  struct instruction *i = on(&g->program, t, name, object);
  i->operation.flags = MC_YIELD;
  i->jump = jump;
}

static void tries(struct generator *g, mc_thread t) {
  static const char *const take[] = {"trylock", "timedlock"}, *const down[] = {"trywait",
                                                                               "timedwait"};
  if (one_in(g, 2)) {
    for (unsigned n = 1 + below(g, 3); n > 0; n--)
      attempt(g, t, down[below(g, 2)], g->semaphore, 0);
    inner(g, t);
    return;
  }
  attempt(g, t, take[below(g, 2)], g->mutex, 2);
  inner(g, t);
  on(&g->program, t, "unlock", g->mutex);
}

static void loops(struct generator *g, mc_thread t) {
  const bool yields = one_in(g, 2);
  const int back = yields ? -2 : -1;
  if (yields)
    yield(&g->program, t);
  switch (below(g, yields ? 3 : 2)) {
  case 0:
    attempt(g, t, one_in(g, 2) ? "trylock" : "timedlock", g->mutex, back);
    inner(g, t);
    on(&g->program, t, "unlock", g->mutex);
    break;
  case 1:
    attempt(g, t, one_in(g, 2) ? "trywait" : "timedwait", g->semaphore, back);
    break;
  default:
    access_to(&g->program, t, "load", g->flag, 0, 0)->jump = back;
  }
}

static void busy_waits(struct generator *g, mc_thread t) {
  access_to(&g->program, t, "load", g->flag, 0, 0)->spares = true;
  add(&g->program, t, &mc_primitive_thread, "busy-wait", 0, 0, 0);
  struct instruction *wait = &g->program.code[t][g->program.length[t] - 1];
  wait->operation.flags = MC_BUSY_WAIT;
  wait->jump = -2;
}

static void section(struct generator *g, mc_thread t) {
  on(&g->program, t, "lock", g->mutex);
  inner(g, t);
  on(&g->program, t, "unlock", g->mutex);
}

static void (*const waits[WAITINGS])(struct generator *, mc_thread) = {tries, loops, busy_waits};

static void phrase(struct generator *g, mc_thread t) {
  switch (below(g, 7)) {
  case 0:
  case 1:
    waits[g->waiting](g, t);
    break;
  case 2:
    section(g, t);
    break;
  case 3:
    on(&g->program, t, "post", g->semaphore);
    break;
  case 4:
    access_to(&g->program, t, "store", g->flag, 0, 0);
    break;
  case 5:
    if (one_in(g, 3))
      on(&g->program, t, "wait", g->semaphore);
    break;
  default:
    inner(g, t);
  }
}

static unsigned size_of(const struct program *program) {
  unsigned size = 0;
  for (unsigned t = 0; t < program->threads; t++)
    size += program->length[t];
  return size;
}

struct program polling_program(enum waiting waiting, uint64_t seed) {
  struct generator g = {.waiting = waiting,
                        .random = (seed + 1) * 0x9e3779b97f4a7c15u ^ (uint64_t)waiting << 40};
  for (int i = 0; i < 8; i++)
    below(&g, 2);
  g.mutex = new_mutex(&g.program, PTHREAD_MUTEX_NORMAL, false);
  g.semaphore = new_semaphore(&g.program, below(&g, 3), one_in(&g, 2));
  const struct mc_variable_state set = {.address = 64, .size = 8, .value = 1};
  g.flag = add_object(&g.program, &mc_primitive_variable, &set);
  g.value = new_variable(&g.program);
  const unsigned threads = 2 + one_in(&g, 3), most = 4 + below(&g, 7);
  waits[waiting](&g, 1);
  while (size_of(&g.program) < most)
    phrase(&g, (mc_thread)below(&g, threads));
  return g.program;
}

bool is_polling_program(const struct program *program) {
  for (mc_thread t = 0; t < program->threads; t++)
    for (unsigned i = 0; i < program->length[t]; i++) {
      const struct instruction *at = &program->code[t][i];
      if (at->operation.flags & MC_BUSY_WAIT && (i == 0 || !at[-1].spares || at->jump != -2))
        return false;
    }
  return true;
}

//===- All states -----------------------------------------------------------------------------===//

struct state {
  struct places places;
  char object[MAX_OBJECTS][MC_MAX_STATE];
};

struct walk {
  const struct program *program;
  struct state *todo; ///< [count]
  unsigned count, capacity;
  struct outcomes seen, outcomes;
};

static unsigned universe_of(const struct mc_operation *operation) {
  const unsigned uses = MAX_THREADS * MAX_OPERATIONS;
  return operation->primitive->universe ? operation->primitive->universe(operation, uses) : 1;
}

static uint64_t hash_state(const struct walk *w, const struct state *state, bool deadlock) {
  const void *object[MAX_OBJECTS];
  for (unsigned i = 0; i < w->program->objects; i++)
    object[i] = state->object[i];
  return hash_final(&state->places, w->program, object, deadlock);
}

static void reach(struct walk *w, const struct state *state) {
  const unsigned known = w->seen.count;
  outcome_add(&w->seen, hash(hash_state(w, state, false), &state->places, sizeof state->places));
  if (w->seen.count == known)
    return;
  if (w->count == w->capacity) {
    w->capacity = 2 * w->capacity + 64;
    w->todo = realloc(w->todo, w->capacity * sizeof *w->todo);
  }
  w->todo[w->count++] = *state;
}

/// Runs the step from a copy of the state, if it is enabled.
static bool take(struct walk *w, const struct state *before, const struct mc_operation *step) {
  struct state after = *before;
  void *of[MC_MAX_OPERATION_OBJECTS];
  uint64_t result = 0;
  for (unsigned k = 0; k < step->objects; k++)
    of[k] = after.object[step->object[k]];
  if (step->primitive->enabled && !step->primitive->enabled(step, (const void *const *)of))
    return false;
  const char *misuse = step->primitive->apply ? step->primitive->apply(step, of, &result) : NULL;
  if (!misuse && !places_step(&after.places, w->program, step->thread, step->alternative, result))
    misuse = "assertion";
  if (misuse)
    outcome_add(&w->outcomes, hash_failure(&before->places, step->thread, misuse));
  else
    reach(w, &after);
  return true;
}

static void leave(struct walk *w, const struct state *state) {
  bool any = false, left = false;
  for (mc_thread t = 0; t < w->program->threads; t++) {
    const struct instruction *next = places_next(&state->places, w->program, t);
    if (!next)
      continue;
    left = true;
    struct mc_operation step = next->operation;
    step.thread = t;
    for (unsigned a = 0, n = universe_of(&step); a < n; a++) {
      step.alternative = (mc_alternative)a;
      any |= take(w, state, &step);
    }
  }
  if (!any)
    outcome_add(&w->outcomes, hash_state(w, state, left));
}

struct outcomes all_outcomes(const struct program *program, unsigned most_states, bool *too_large) {
  struct walk w = {.program = program};
  struct state state = {0};
  places_begin(&state.places, program);
  memcpy(state.object, program->initial, sizeof state.object);
  reach(&w, &state);
  while (w.count > 0 && w.seen.count <= most_states) {
    state = w.todo[--w.count];
    leave(&w, &state);
  }
  *too_large = w.count > 0;
  outcomes_free(&w.seen);
  free(w.todo);
  return w.outcomes;
}
